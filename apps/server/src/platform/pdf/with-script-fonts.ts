import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { paperFont } from './paper-font.ts'
import type { ScriptRun } from './script-runs.ts'

type Split = (text: string) => readonly ScriptRun[]

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What pdfmake takes for a text: itself where the paper's own family has all of it, else its parts with their families. */
const textOf = (text: string, split: Split): unknown => {
  const runs = split(text)
  if (runs.every(({ font }) => font === paperFont)) return text
  // What the paper's family has is in the family of the text around it.
  return runs.map(({ text: part, font }) => (font === paperFont ? { text: part } : { text: part, font }))
}

/** Replaces texts where they are: pdfmake writes positions into the parts of a document, and the paper reads them there. */
const walk = (value: unknown, split: Split): void => {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const text: unknown = typeof item === 'string' ? textOf(item, split) : item
      if (text === item) walk(item, split)
      else value[index] = { text }
    }
    return
  }
  if (!isPlain(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'text' && typeof inner === 'string') value[key] = textOf(inner, split)
    else walk(inner, split)
  }
}

/** Sets every text of a document that the paper's family cannot draw in the families that can. */
export const withScriptFonts = (document: TDocumentDefinitions, split: Split): TDocumentDefinitions => {
  const { header, footer, ...rest } = document
  const inFonts = <Part extends Content | null | undefined>(content: Part): Part => {
    walk(content, split)
    return content
  }
  walk(rest, split)
  return {
    ...rest,
    ...(header !== undefined && { header: typeof header === 'function' ? (...page) => inFonts(header(...page)) : inFonts(header) }),
    ...(footer !== undefined && { footer: typeof footer === 'function' ? (...page) => inFonts(footer(...page)) : inFonts(footer) }),
  }
}
