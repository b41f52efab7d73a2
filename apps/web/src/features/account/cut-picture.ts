/** Position of a picture behind the crop square: scale and shift of its centre, in sides of the square. */
export interface Cut {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Sides {
  readonly width: number;
  readonly height: number;
}

export const mostScale = 4;

/** Size of the picture in squares: the size that just fills the square, times the scale. */
function extent({ width, height }: Sides, scale: number): Sides {
  const short = Math.min(width, height);
  return { width: (width / short) * scale, height: (height / short) * scale };
}

const within = (value: number, most: number): number => Math.min(Math.max(value, -most), most);

/** The nearest crop that leaves no part of the square empty. */
export function fitted(sides: Sides, { scale, x, y }: Cut): Cut {
  const good = Math.min(Math.max(scale, 1), mostScale);
  const { width, height } = extent(sides, good);
  return { scale: good, x: within(x, (width - 1) / 2), y: within(y, (height - 1) / 2) };
}

/** The part of the picture behind the square, in the picture's pixels. */
export function areaOf(sides: Sides, cut: Cut): { readonly left: number; readonly top: number; readonly side: number } {
  const { scale, x, y } = fitted(sides, cut);
  const short = Math.min(sides.width, sides.height);
  const side = short / scale;
  return { side, left: sides.width / 2 - x * side - side / 2, top: sides.height / 2 - y * side - side / 2 };
}

/** Draws the crop as a square JPEG of `pixels` a side; transparent parts become white. */
export async function cutOut(picture: HTMLImageElement, cut: Cut, pixels: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, pixels, pixels);
  const { left, top, side } = areaOf({ width: picture.naturalWidth, height: picture.naturalHeight }, cut);
  context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/jpeg', 0.9);
  });
}
