import { readFileSync, watchFile } from 'node:fs';

// Loaded before the product: its clock is as many milliseconds off as the file says, now and after each change.
const file = process.env['CLOCK_FILE'];
const now = Date.now;
let off = 0;
const read = () => {
  off = Number(readFileSync(file, 'utf8'));
};

if (file) {
  read();
  watchFile(file, { interval: 100, persistent: false }, read);
  Date.now = () => now() + off;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
  });
}
