import type program from 'sharp';
import type { Sharp } from 'sharp';
import { notAllowed, unavailable } from './errors.ts';
import { Gate } from './gate.ts';

type Encoder = typeof program;

// Pictures are decoded on a thread beside the event loop, one at a time, so that alarms keep the processor.
async function load(): Promise<Encoder> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let loaded: Promise<Encoder> | undefined;
// Loaded at the first picture, so that a start need not wait for it.
const encoder = (): Promise<Encoder> => (loaded ??= load());
const turns = new Gate({ inAll: 1, ofOneKey: 1 });
const longestWaitMs = 30_000;
const longestSeconds = 20;

/** The most pixels of a picture with all its frames: decoded it takes four bytes each. */
export const mostPixels = 40_000_000;
const thumbSide = 320;
const quality = 90;
const thumbQuality = 75;

/** A picture encoded again, without data of camera and place, and a small one of it. */
export interface CleanPicture {
  readonly bytes: Buffer;
  /** WebP, at most 320 pixels a side. */
  readonly thumb: Buffer;
}

const writers: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality }),
  'image/png': (picture) => picture.png(),
  'image/gif': (picture) => picture.gif(),
  'image/webp': (picture) => picture.webp({ quality }),
};

/** True for content types of pictures that can be encoded again. */
export const isPictureType = (contentType: string): boolean => contentType in writers;

/** A picture that waits to be encoded, and the program that does it. */
interface Raw {
  readonly sharp: Encoder;
  readonly bytes: Buffer;
  readonly contentType: string;
}

const read = ({ sharp, bytes }: Raw, animated: boolean): Sharp =>
  sharp(bytes, { animated, limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: longestSeconds });

async function refuseHuge({ sharp, bytes, contentType }: Raw): Promise<void> {
  const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (`image/${format}` !== contentType) throw notAllowed('upload.bad-type');
  if (width * height * pages > mostPixels) throw notAllowed('upload.too-many-pixels', { max: mostPixels / 1_000_000 });
}

async function clean(raw: Raw): Promise<CleanPicture> {
  await refuseHuge(raw);
  const { contentType } = raw;
  const write = writers[contentType] ?? ((picture: Sharp) => picture);
  const isAnimated = contentType === 'image/gif' || contentType === 'image/webp';
  const whole = await write(read(raw, isAnimated).autoOrient()).toBuffer();
  const thumb = await read(raw, false)
    .autoOrient()
    .resize(thumbSide, thumbSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: thumbQuality })
    .toBuffer();
  return { bytes: whole, thumb };
}

/**
 * Encodes a picture again, upright and without position data. Refuses what is no whole picture of its type, and
 * pictures that would need too much memory.
 */
export async function cleanPicture(bytes: Buffer, contentType: string): Promise<CleanPicture> {
  const sharp = await encoder();
  const work = (): Promise<CleanPicture> =>
    clean({ sharp, bytes, contentType }).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'AppError' ? error : notAllowed('upload.bad-type');
    });
  const cleaned = await turns.pass('picture', AbortSignal.timeout(longestWaitMs), work);
  if (!cleaned) throw unavailable();
  return cleaned;
}
