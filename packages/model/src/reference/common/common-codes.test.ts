import { expect, test } from 'vitest';
import { commonCodes } from './index.ts';

test('codes are unique in their catalogue, and every parent is one of them', () => {
  for (const { catalogue, codes } of commonCodes) {
    const known = new Set(codes.map(({ code }) => code));
    expect(known.size, catalogue).toBe(codes.length);
    for (const { code, name, below } of codes) {
      expect(code, catalogue).toMatch(/^[!-~]{1,32}$/);
      expect(name.trim(), code).toBe(name);
      expect(name, code).not.toBe('');
      if (below !== undefined) expect(known, code).toContain(below);
    }
  }
});

test('every category of diseases stands in a chapter, and no name stands twice', () => {
  const diseases = commonCodes.find(({ catalogue }) => catalogue === 'icd10')?.codes ?? [];
  const below = diseases.filter((one) => one.below !== undefined);
  expect(diseases.length - below.length).toBe(22);
  expect(below.find(({ code }) => code === 'I10')?.below).toBe('I00-I99');
  expect(below.length).toBeGreaterThan(100);
  for (const { catalogue, codes } of commonCodes)
    expect(new Set(codes.map(({ name }) => name)).size, catalogue).toBe(codes.length);
});
