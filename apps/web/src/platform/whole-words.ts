const wordJoiner = '\u2060'
/** About half a line on a phone: what is longer may be broken between two words. */
const longestRun = 16

const graphemes = new Intl.Segmenter('my', { granularity: 'grapheme' })
const words = new Intl.Segmenter('my', { granularity: 'word' })

// A consonant below another one belongs to it, and so do a vowel and a tone, though some count as letters of their own.
const belongsTo = (before: string, segment: string) => before.endsWith('\u1039') || /^\p{M}/u.test(segment)

const joined = (run: string): string => {
  let whole = ''
  for (const { segment } of graphemes.segment(run)) whole += whole === '' || belongsTo(whole, segment) ? segment : wordJoiner + segment
  return whole
}

const lengthOf = (run: string) => [...graphemes.segment(run)].length

/**
 * A Burmese text that no browser breaks inside a word: Burmese has spaces between phrases only, and a browser guesses the words by a
 * dictionary that lacks borrowed ones. What is between two spaces stays together by word joiners, unless it is long.
 */
export const withWholeWords = (text: string): string =>
  text.replaceAll(/[\u1000-\u109f]+/g, (run) =>
    lengthOf(run) <= longestRun ? joined(run) : [...words.segment(run)].map(({ segment }) => joined(segment)).join(''),
  )
