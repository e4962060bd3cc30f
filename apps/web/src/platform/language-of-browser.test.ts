import { expect, test } from 'vitest'
import { languageOfBrowser } from './language-of-browser.ts'

test.each([
  [['vi-VN', 'ja'], 'vi'],
  [['zh-CN'], 'zh-Hans'],
  [['tl-PH', 'en'], 'fil'],
  [['ko-KR', 'my'], 'my'],
  [['ko-KR'], 'ja'],
  [[], 'ja'],
])('a browser in %j begins in %s', (tags, code) => expect(languageOfBrowser(tags)).toBe(code))
