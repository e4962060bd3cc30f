import { hasDefaultExport, isCode, isConfig, isGenerated, isTest, type SourceFile, visit } from './tree.ts'

const countLines = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Files one cannot take in at a sitting: over 300 lines, tests over 500. */
export const tooLong = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isGenerated(file))
    .filter((file) => countLines(file.text) > (isTest(file) ? 500 : 300))
    .map((file) => file.path)

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/

/** Files and folders whose names are not kebab-case. */
export const wronglyNamed = (files: readonly SourceFile[]): string[] =>
  files.filter((file) => !file.path.split('/').every((part) => kebab.test(part))).map((file) => file.path)

const drawers = /(^|\/)(utils?|helpers?|misc|hooks?|common|libs?|shared|stuff)(\/|\.tsx?$)/

// No drawer itself: it holds nothing but rooms with names of their own, which `arrows.ts` lists.
const sharedRooms = /^apps\/server\/src\/shared\/(?=[^/]+\/)/

/** Files in drawers: names that say nothing about what is inside. */
export const inDrawers = (files: readonly SourceFile[]): string[] =>
  files.filter((file) => drawers.test(file.path.replace(sharedRooms, ''))).map((file) => file.path)

/** Default exports, which every importer names in its own way. */
export const withDefaultExport = (files: readonly SourceFile[]): string[] =>
  files.filter((file) => isCode(file) && !isConfig(file) && hasDefaultExport(file)).map((file) => file.path)

const pathsWith = (files: readonly SourceFile[], pattern: RegExp) =>
  files.filter((file) => isCode(file) && pattern.test(file.text)).map((file) => file.path)

/** Tests that are written and do not run. */
export const idleTests = (files: readonly SourceFile[]): string[] =>
  pathsWith(files, /\b(it|test|describe)\.(only|skip|todo|fails|fixme)\b|\b[xf](it|describe)\(/)

/** Tests that run on some machines only. */
export const conditionalTests = (files: readonly SourceFile[]): string[] => pathsWith(files, /\.(skipIf|runIf)\(/)

// In pieces, since this file is read by its own rule.
const putOffWords = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK', 'X' + 'XX'].join('|')})\\b|not implement` + 'ed|未実' + '装')

/** Work put off in a comment, where nobody will find it. */
export const putOff = (files: readonly SourceFile[]): string[] =>
  files.filter((file) => putOffWords.test(file.text)).map((file) => file.path)

/** Where the type `any` is written, or a checker is switched off, as path:line. */
export const unchecked = (files: readonly SourceFile[]): { any: string[]; switchedOff: string[] } => {
  const any: string[] = []
  const switchedOff: string[] = []
  for (const file of files.filter(isCode)) {
    visit(file, { TSAnyKeyword: (node) => void any.push(`${file.path}:${countLines(file.text.slice(0, node.start))}`) })
    if (/(?:\/\/|\/\*)\s*(?:@ts-(?:ignore|expect-error|nocheck)|(?:ox|es)lint-disable)/.test(file.text)) switchedOff.push(file.path)
  }
  return { any, switchedOff }
}

const logged = /^(?:trace|debug|info|warn|error|fatal|log|write)$/
const logger = /(?:^|\.)(?:log|logger|console|stdout|stderr)$/i
const secret = /password|passwd|secret|token|authorization/i

/** Log calls that are handed something named like a secret. */
export const secretsLogged = (files: readonly SourceFile[]): string[] => {
  const found: string[] = []
  for (const file of files.filter((candidate) => isCode(candidate) && !isTest(candidate)))
    visit(file, {
      CallExpression: ({ callee, arguments: values }) => {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (!logged.test(callee.property.name) || !logger.test(file.text.slice(callee.object.start, callee.object.end))) return
        const written = values.map((value) => withoutProse(file.text.slice(value.start, value.end))).join()
        if (secret.test(written)) found.push(file.path)
      },
    })
  return [...new Set(found)]
}

/** The source of an expression with the words of its strings left out; what is in `${}` stays. */
const withoutProse = (source: string) =>
  source.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll(/`[^`]*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join())
