const longestSide = 1400;
/** All pictures of an application travel in one call of at most 1 MB. */
const mostCharacters = 150_000;

function draw(picture: ImageBitmap, scale: number, quality: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality);
}

/** A picture as a JPEG small enough to be sent with five others. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  let scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  let text = draw(picture, scale, 0.8);
  while (text.length > mostCharacters && scale > 0.05) {
    scale *= 0.8;
    text = draw(picture, scale, 0.7);
  }
  picture.close();
  return text;
}
