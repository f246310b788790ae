import { expect, it } from 'vitest';
import { isFound } from './help-search.ts';

it.each([
  ['收不到验证邮件怎么办？', '收不到邮件'],
  ['提币需要多久？1 至 3 个工作日。', '提币多久'],
  ['如何用加密货币充值？', '货币充值'],
])('finds in Chinese, which has no spaces, %s by %s', (text, query) => {
  expect(isFound(text, query)).toBe(true);
});

it('finds nothing in Chinese if one of the words is missing', () => {
  expect(isFound('收不到验证邮件怎么办？', '收不到短信')).toBe(false);
});
