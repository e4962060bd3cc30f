import { loadTexts } from './load-texts.ts'
import { afterEach, expect, test } from 'vitest'
import './base.css'
import { withWholeWords } from './whole-words.ts'

const texts = (value: object): string[] =>
  Object.values(value).flatMap((inner: unknown) => (typeof inner === 'object' && inner !== null ? texts(inner) : [String(inner)]))

/** The places of a text at which a new line begins, as it is drawn in a paragraph of so many px. */
const breaksOf = (paragraph: HTMLElement): number[] => {
  const node = paragraph.firstChild
  if (!(node instanceof Text)) return []
  const breaks: number[] = []
  let last: number | undefined
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(node.data)) {
    if (segment.trim() === '') continue
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + segment.length)
    const top = range.getBoundingClientRect().bottom
    if (last !== undefined && top - last > 8) breaks.push(index)
    last = top
  }
  return breaks
}

/** Where a text is broken other than between two words. */
const brokenWords = (paragraph: HTMLElement): string[] =>
  breaksOf(paragraph)
    .filter((place) => !/[\s‑-]$/.test(paragraph.textContent.slice(0, place)))
    .map((place) => `${paragraph.textContent.slice(0, place)}|${paragraph.textContent.slice(place)}`)

afterEach(() => {
  document.documentElement.lang = 'ja'
  document.body.replaceChildren()
})

test.each(['my', 'ne'] as const)('lines of texts in %s break between words only, on a phone', async (language) => {
  document.documentElement.lang = language
  const paragraphs = texts(await loadTexts(language)).map((text) => {
    const paragraph = document.createElement('p')
    paragraph.style.width = '290px'
    paragraph.textContent = language === 'my' ? withWholeWords(text) : text
    return document.body.appendChild(paragraph)
  })
  await document.fonts.ready
  expect(paragraphs.flatMap(brokenWords)).toEqual([])
  expect(paragraphs.filter((paragraph) => breaksOf(paragraph).length > 0).length).toBeGreaterThan(20)
  expect(paragraphs.filter((paragraph) => paragraph.scrollWidth > 290)).toEqual([])
})

test.each(['en', 'vi', 'id', 'fil', 'my', 'ne'] as const)(
  'no sign to choose on the page of reports in %s breaks a word',
  async (language) => {
    document.documentElement.lang = language
    const { siteReport } = (await loadTexts(language)) as { readonly siteReport: { readonly signs: Readonly<Record<string, string>> } }
    const signs = Object.values(siteReport.signs).map((text) => {
      const sign = document.createElement('p')
      // Beside its box, in two columns on a phone of 375 px.
      Object.assign(sign.style, { width: '98px', fontSize: '16px', lineHeight: '1.35' })
      sign.textContent = language === 'my' ? withWholeWords(text) : text
      return document.body.appendChild(sign)
    })
    await document.fonts.ready
    expect(signs.flatMap(brokenWords)).toEqual([])
    expect(signs.filter(({ scrollWidth }) => scrollWidth > 98)).toEqual([])
  },
)
