import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { paperFont } from './paper-font.ts'
import type { ScriptRun } from './script-runs.ts'

type Split = (text: string) => readonly ScriptRun[]

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/** What pdfmake takes for a text: itself where the paper's own family has all of it, else its parts with their families. */
const textOf = (text: string, split: Split): unknown => {
  const runs = split(text)
  if (runs.every(({ font }) => font === paperFont)) return text
  // What the paper's family has is in the family of the text around it.
  return runs.map(({ text: part, font }) => (font === paperFont ? { text: part } : { text: part, font }))
}

const walk = (value: unknown, split: Split): unknown => {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => {
      if (typeof item !== 'string') return walk(item, split)
      const text = textOf(item, split)
      return text === item ? item : { text }
    })
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      key === 'text' && typeof inner === 'string' ? textOf(inner, split) : walk(inner, split),
    ]),
  )
}

/** The same document with every text that the paper's family cannot draw in the families that can. */
export const withScriptFonts = (document: TDocumentDefinitions, split: Split): TDocumentDefinitions => {
  const { header, footer, ...rest } = document
  const inFonts = (content: Content | null | undefined) => walk(content, split) as Content
  return {
    ...(walk(rest, split) as TDocumentDefinitions),
    ...(header !== undefined && { header: typeof header === 'function' ? (...page) => inFonts(header(...page)) : inFonts(header) }),
    ...(footer !== undefined && { footer: typeof footer === 'function' ? (...page) => inFonts(footer(...page)) : inFonts(footer) }),
  }
}
