/** A mail before it is written as text or as HTML: both say the same. */
export type Letter = {
  /** The first line. */
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly rows: readonly { readonly label: string; readonly value: string; readonly url?: string | undefined }[]
  readonly links: readonly { readonly label: string; readonly url: string }[]
  /** Small, at the end. */
  readonly closing: string
}

// Names keep the full-width space they are written with.
const inOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** The mail as plain text. */
export const textOf = ({ heading, paragraphs, rows, links, closing }: Letter): string =>
  [
    inOneLine(heading),
    ...paragraphs.map((paragraph) => `\n${paragraph}`),
    '',
    ...rows.map(({ label, value, url }) => `${inOneLine(label)}：${inOneLine(value)}${url === undefined ? '' : `\n　${url}`}`),
    ...links.map(({ label, url }) => `\n${label}\n${url}`),
    '',
    `-- \n${closing}`,
  ].join('\n')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
const anchor = (url: string, text: string) => `<a href="${escaped(url)}">${escaped(text)}</a>`

/** The mail as HTML: no picture, no script, nothing from elsewhere; readable in the dark, since it names no colour. */
export const htmlOf = ({ heading, paragraphs, rows, links, closing }: Letter): string =>
  [
    '<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.6">',
    `<h1 style="font-size:20px">${escaped(inOneLine(heading))}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    '<table style="border-collapse:collapse">',
    ...rows.map(
      ({ label, value, url }) =>
        `<tr><th scope="row" style="text-align:left;padding:2px 16px 2px 0;font-weight:normal">${escaped(label)}</th>` +
        `<td style="padding:2px 0"><b>${url === undefined ? escaped(value) : anchor(url, value)}</b></td></tr>`,
    ),
    '</table>',
    ...links.map(({ label, url }) => `<p>${anchor(url, label)}</p>`),
    `<p style="font-size:13px">${escaped(closing)}</p>`,
    '</body></html>',
  ].join('\n')
