import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imeiCheckDigit, imeiWarning } from './imei.ts';
import { maskAddress, maskCertificate, maskInsurance, maskName, maskPhone } from './mask.ts';
import { isMobile, parseMobile } from './phone.ts';

describe('mobile numbers', () => {
  test.each([
    ['13812345678', '13812345678'], ['+86 138-1234-5678', '13812345678'], ['0086 13812345678', '13812345678'], ['8613812345678', '13812345678'],
    ['12812345678', undefined], ['1381234567', undefined], ['010-12345678', undefined],
  ])('%s', (typed, stored) => {
    expect(parseMobile(typed)).toBe(stored);
    expect(isMobile(typed)).toBe(stored !== undefined);
  });
});

describe('imei', () => {
  test('known number', () => {
    expect(imeiCheckDigit('49015420323751')).toBe(8);
    expect(imeiWarning('490154203237518')).toBeUndefined();
  });

  test.each([['490154203237517', 'imei.check-digit'], ['4901542032375', 'imei.length'], ['49015420323751A', 'imei.characters']])('%s: %s', (imei, warning) => {
    expect(imeiWarning(imei)).toBe(warning);
  });
});

describe('masks', () => {
  test.each([
    [maskCertificate, '110101199001011234', '110101********1234'],
    [maskCertificate, 'E12345678', 'E12****78'],
    [maskCertificate, 'E1234', '*****'],
    [maskPhone, '13812345678', '138****5678'],
    [maskPhone, '01012345678', '*******5678'],
    [maskPhone, '110', '***'],
    [maskInsurance, '1234567890', '******7890'],
    [maskAddress, '北京市海淀区中关村街道科学院南路2号', '北京市海淀区中关村街道****'],
    [maskAddress, '浙江省杭州市余杭区瓶窑镇西溪村3组12号', '浙江省杭州市余杭区瓶窑镇****'],
    [maskAddress, '江苏省南京市玄武区北京东路41号', '江苏省南京市玄武区****'],
    [maskAddress, '科学院南路2号', '****'],
    [maskAddress, '', ''],
    [maskName, '张三', '张*'],
    [maskName, '张小三', '张*三'],
    [maskName, '欧阳小三', '欧**三'],
    [maskName, '李', '李'],
  ] as const)('%o %s', (mask, text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  test('a masked number never shows the birthday part', () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{17}[\dX]$/), (number) => {
      expect(maskCertificate(number).slice(6, 14)).toBe('********');
    }));
  });
});
