import type { Page } from 'playwright-core';
import type { Ink } from './ink.ts';

/**
 * Names, numbers and days of the demo change daily, so each value is drawn as a box of its size; notices, counts,
 * menu and open tabs are left out. Frame, headings, labels, controls and the places of values remain.
 */
const style = `
  *, *::before, *::after { caret-color: transparent !important; transition: none !important; animation: none !important; }
  .ant-notification, .ant-message { display: none !important; }
  .ant-badge sup, [class*=count], nav *, h1[translate=no], .ant-drawer-title, .ant-pagination-total-text, [class*=history] *,
  main [role=tabpanel] *, li[data-row-key] > div *, [class*=rooms] * { opacity: 0 !important; }
  tr[data-row-key] > td, dd { color: transparent !important; background: rgb(128 128 128 / 0.25) content-box !important; }
  tr[data-row-key] > td *, dd * { opacity: 0 !important; }
  input, textarea, .ant-select-content, .ant-select-selection-item { color: transparent !important; }
`;

/** Draws values as boxes in a window, from now on. */
export const maskValues = (page: Page): Promise<unknown> => page.addStyleTag({ content: style });

interface Paint {
  readonly url: string;
  /** Side of a part in px. */
  readonly side: number;
}

/** Runs in its own page: a digit for each part of a picture, its difference from the upper right corner. */
async function inkIn({ url, side }: Paint): Promise<string[]> {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = picture;
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.drawImage(picture, 0, 0);
  const { data } = brush.getImageData(0, 0, width, height);
  const lights = new Uint8Array(width * height);
  for (let at = 0; at < lights.length; at += 1)
    lights[at] = Math.round(0.3 * (data[at * 4] ?? 0) + 0.6 * (data[at * 4 + 1] ?? 0) + 0.1 * (data[at * 4 + 2] ?? 0));
  const ground = lights[width - 1] ?? 0;
  const inkAt = (column: number, row: number): number => {
    const [right, bottom] = [Math.min(width, (column + 1) * side), Math.min(height, (row + 1) * side)];
    let [sum, count] = [0, 0];
    for (let y = row * side; y < bottom; y += 1)
      for (let x = column * side; x < right; x += 1) {
        sum += Math.abs((lights[y * width + x] ?? 0) - ground);
        count += 1;
      }
    return Math.min(9, Math.round((sum / count / 255) * 60));
  };
  return Array.from({ length: Math.ceil(height / side) }, (_, row) =>
    Array.from({ length: Math.ceil(width / side) }, (_each, column) => inkAt(column, row)).join(''),
  );
}

const sideOf = (width: number): number => (width < 600 ? 20 : 40);

/** A picture of a window. */
export const pictureOf = (page: Page): Promise<Buffer> => page.screenshot({ type: 'jpeg', quality: 80, scale: 'css' });

/** What a picture of a window shows; `painter` is a page that reads it. */
export const inkOf = (picture: Buffer, size: { readonly width: number }, painter: Page): Promise<Ink> =>
  painter.evaluate(inkIn, { url: `data:image/jpeg;base64,${picture.toString('base64')}`, side: sideOf(size.width) });
