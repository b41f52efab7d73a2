import { expect, test } from 'vitest';
import { imageSize } from './image-size.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADklEQVR4nGNgQAX/UWgAHfYC/nRvGdUAAAAASUVORK5CYII=',
  'base64',
);
const gif = Buffer.from('474946383961050007000000', 'hex');
/** Start, a comment of four bytes, a baseline frame of 300 by 200. */
const jpeg = Buffer.from('ffd8fffe00046869ffc000110800c8012c03012200021101031101', 'hex');

test('width and height are read from the headers of the three kinds', () => {
  expect([png, gif, jpeg].map(imageSize)).toEqual([
    { width: 2, height: 3 },
    { width: 5, height: 7 },
    { width: 300, height: 200 },
  ]);
});

test('what is no picture, breaks off or is empty has no size', () => {
  const tables = Buffer.from('ffd8ffc4000401020304050607080900', 'hex');
  expect(
    [
      Buffer.from('hello, I am a text'),
      png.subarray(0, 20),
      jpeg.subarray(0, 12),
      tables,
      Buffer.from('474946383961000007000000', 'hex'),
      Buffer.alloc(0),
    ].map(imageSize),
  ).toEqual(Array(6).fill(undefined));
});
