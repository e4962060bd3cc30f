import { expect, test } from 'vitest'
import { drawPdf } from './draw-pdf.ts'
import { fontHas } from './font-files.ts'
import { scriptRuns } from './script-runs.ts'
import { readPdf } from './test-pdf.ts'

const module = new URL('test-papers.ts', import.meta.url).href
/** A PDF says its glyphs in the order in which they are drawn, which is not the order in which Burmese and Nepali are written. */
const drawn = async (text: string) => (await readPdf(await drawPdf({ module, name: 'textPaper' }, [text]))).text

test.each([
  ['a vowel that is drawn before its letter', 'ကေ', 'ေက'],
  ['and before a letter with a medial', 'ကျေး', 'ေကျး'],
  ['a medial that surrounds its letter', 'မြန်', 'ြမန်'],
  ['a vowel of Nepali before its letter', 'अफिस', 'अिफस'],
])('%s is drawn there', async (_, written, order) => {
  expect(await drawn(written)).toBe(order)
})

test('a letter that is stacked under another has a glyph of its own, and no mark shows in between', async () => {
  const text = await drawn('သတ္တိ')
  // The virama is not drawn: the two letters are one stack.
  expect(text.startsWith('သတ')).toBe(true)
  expect(text).not.toContain('တ္တ')
  expect(await drawn('गर्‍यो')).not.toContain('〓')
})

test('texts of all languages of posters are drawn, beside each other, and nothing is missing', async () => {
  const text = await drawn('佐々木　Có người không khỏe?　मोहन　တင်အောင်　王伟　简体')
  expect(text).not.toContain('〓')
  expect(text).toContain('王伟')
  expect(text).toContain('Có người không khỏe?')
})

test('a text is parted by the families that have its characters, and a Burmese line ends between words alone', () => {
  const runs = scriptRuns('佐藤 မြန်မာဘာသာ QR यो 简', fontHas)
  expect(runs.map(({ font }) => font)).toEqual([
    'Noto Sans JP',
    'Noto Sans Myanmar',
    'Noto Sans JP',
    'Noto Sans Devanagari',
    'Noto Sans SC',
  ])
  expect(runs[1]?.text.replaceAll('\u200B', '')).toBe('မြန်မာဘာသာ ')
  expect(scriptRuns('ကျေးဇူးတင်ပါတယ်', fontHas)[0]?.text).toMatch(/^ကျေးဇူး.*\u200Bပါ/)
  expect(scriptRuns('日本語 only 123', fontHas)).toEqual([{ text: '日本語 only 123', font: 'Noto Sans JP' }])
})
