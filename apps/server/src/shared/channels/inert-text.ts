/*
 * What people write (names, places, groups) goes into other companies' services, each with marks of its own for mentions, tags and
 * links. Here it becomes text in one line that names nobody and leads nowhere. Marks without an escape are replaced by their
 * full-width twins, which look the same to a reader and are nothing but letters to a service.
 */

const fullWidth = (mark: string): string => String.fromCodePoint((mark.codePointAt(0) ?? 0) + 0xfe_e0)

// Control and format characters (such as those that turn the direction of writing), line ends, halves of letters; not the joiners,
// which Burmese and Nepali are written with.
const invisible = /(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}])+/gu

/** The text in one line, without letters that nobody sees. A full-width space, which parts surname and name, stays. */
const inOneLine = (text: string): string => text.replaceAll(invisible, ' ').replaceAll(/ {2,}/g, ' ').trim()

// A dot between letters, as in an address without its scheme.
const addressDot = /(?<=[\p{L}\p{N}\p{M}_-])\.(?=[\p{L}\p{N}])/gu

/** Text that no service takes for a mention, an e-mail address or a link: `@`, `://` and the dots of addresses are full-width. */
export const inert = (text: string): string =>
  inOneLine(text).replaceAll('@', fullWidth).replaceAll('://', '：／／').replaceAll(addressDot, fullWidth)

/** For Chatwork, whose tags and mentions are in square brackets and have no escape. */
export const withoutTags = (text: string): string => text.replaceAll(/[[\]]/g, fullWidth)

/** For Teams, whose cards read Markdown, and `{{DATE(…)}}`. What begins a list or a heading does so at the beginning alone. */
export const withoutMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_~[\]<>{}|&!]/g, fullWidth).replace(/^(?:[-+#=]|\d+(?=[.)]))/, (start) => start.replaceAll(/[!-~]/g, fullWidth))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** For Slack, whose mentions and links are in angle brackets. */
export const withEntities = (text: string): string => text.replaceAll(/[&<>]/g, (mark) => entities[mark] ?? mark)

/**
 * At most so many UTF-16 units, as most services count, with `…` where something was cut; no letter is cut in two.
 */
export const clip = (text: string, most: number): string => {
  if (text.length <= most) return text
  let clipped = ''
  for (const letter of text) {
    if (clipped.length + letter.length > most - 1) break
    clipped += letter
  }
  return `${clipped}…`
}
