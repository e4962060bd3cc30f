import { commentsOf, declaredNames, exportedNames, isCode, isGenerated, isTest, type SourceFile, titlesOf } from './tree.ts'

/** Table names in the order the migrations make them, each by the last name it was given. */
export const tablesOf = (files: readonly SourceFile[]): string[] => {
  const tables = new Set<string>()
  const migrations = files.filter((file) => file.path.endsWith('.sql')).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const steps = /^(create|alter|drop) table (?:if not exists )?(\w+)(?: rename to (\w+))?/gim
  for (const { text } of migrations)
    for (const [, act = '', name = '', renamed] of text.matchAll(steps)) {
      if (act === 'drop' || renamed !== undefined) tables.delete(name)
      if (act === 'create') tables.add(name)
      if (renamed !== undefined) tables.add(renamed)
    }
  return [...tables]
}

/** Identifiers the glossary does not explain. Each must stand in it as `code`. */
export const unexplained = (identifiers: readonly string[], glossary: string): string[] =>
  identifiers.filter((identifier) => !glossary.includes(`\`${identifier}\``))

/** Gaps and repetitions in the numbers of the migrations. */
export const misnumbered = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => /\/migrations\/.*\.sql$/.test(file.path))
    .map((file) => file.path)
    .toSorted()
    .filter((path, index) => !path.includes(`/migrations/${String(index + 1).padStart(4, '0')}-`))

/** Pages named in a file that the repository does not have, as path: page. */
export const missingPages = (files: readonly SourceFile[], pages: ReadonlySet<string>): string[] =>
  files.flatMap((file) =>
    [...file.text.matchAll(/\b([\w-]+\.md)\b/g)]
      .map((match) => match[1] ?? '')
      .filter((page) => !pages.has(page))
      .map((page) => `${file.path}: ${page}`),
  )

/** What is wrong with the list of decisions: files it does not name, and numbers that two files have. */
export const unlistedDecisions = (files: readonly string[], index: string): string[] => {
  const numbers = Map.groupBy(files, (file) => file.slice(0, 4))
  return files.filter((file) => !index.includes(`](${file})`) || (numbers.get(file.slice(0, 4))?.length ?? 0) > 1)
}

/** A decision has at most this many words; what was measured goes to docs/measurements. */
const DECISION_WORDS = 500

/** Decisions that are too long or lack one of their three headings, as path: fault. A word is what has a letter or a digit. */
export const misshapenDecisions = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(({ 1: heading = '' }) => heading)
    const missing = ['Context', 'Decision', 'Consequences'].filter((heading) => !headings.includes(heading))
    return [
      ...(words > DECISION_WORDS ? [`${path}: ${String(words)} words`] : []),
      ...missing.map((heading) => `${path}: no heading ${heading}`),
    ]
  })

/** Words that a stranger would not search for, each with better ones; no exported name has one of them. */
const betterInNames: Readonly<Record<string, string>> = {
  alike: 'same',
  anew: 'again',
  asked: 'query, request or search',
  deed: 'action, call or mutation',
  foretell: 'predict',
  foretold: 'predicted',
  soon: 'throttle',
  standing: 'state, status or position',
  together: 'merge, group or await',
  told: 'notice or notified',
}

/** Names that say nothing of what they hold. With a noun they may be good: `ShownAlert`. */
const bareNames = new Set(
  'alone chosen counted drawn found held kept known meant placed pressed record said seen shown taken wanted whose written'.split(' '),
)

const wordsIn = (name: string): string[] => (name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase())

/**
 * Exported names in words of a dialect, as path: name and what to use. What the glossary explains as `code` is a word of
 * the domain.
 */
export const dialectNames = (files: readonly SourceFile[], glossary: string): string[] =>
  files
    .filter((file) => isCode(file) && !isGenerated(file))
    .flatMap((file) =>
      exportedNames(file)
        .filter((name) => !glossary.includes(`\`${name}\``))
        .flatMap((name) => {
          const word = wordsIn(name).find((one) => one in betterInNames)
          if (word !== undefined) return [`${file.path}: ${name}: ${betterInNames[word]} instead of ${word}`]
          return bareNames.has(name.toLowerCase()) ? [`${file.path}: ${name}: add the noun that it holds`] : []
        }),
    )

/** Those that no name inside a function has either; the others may be right there. */
const refusedInside = ['anew', 'asked', 'deed', 'foretell', 'foretold', 'told']

/** Names inside of functions in words of a dialect, as path: name and what to use. */
export const dialectLocals = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isGenerated(file))
    .flatMap((file) =>
      [...new Set(declaredNames(file))].flatMap((name) => {
        const word = wordsIn(name).find((one) => refusedInside.includes(one))
        return word === undefined ? [] : [`${file.path}: ${name}: ${betterInNames[word]} instead of ${word}`]
      }),
    )

/** Phrases that a reader from another country has to read twice, each with the plain one. */
const plainPhrases: readonly (readonly [phrase: RegExp, plain: string])[] = [
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\bin vain\b/i, 'without success'],
  [/\bin hand\b/i, 'current'],
  [/\bat hand\b/i, 'current, loaded, available'],
  [/\b(go|goes|going|went) on\b(?! (the|a|record|paper|leave|duty)\b)/i, 'continue'],
  [/\bwho owes?\b/i, 'with something to settle'],
  [/\banew\b/i, 'again'],
  [/\b(let|lets|letting) go\b/i, 'release, drop'],
  [/\bnought\b/i, 'zero'],
  [/\bheld back\b/i, 'suppressed, delayed'],
  // Not `stood`, `told`: a name in code marks is spelled as the code has it.
  [/(?<!`)\b(stands?|stood)\b(?! out\b)/i, 'is, is shown, is stored, is open, lasts'],
  [/(?<!`)\btold\b(?!`)/i, 'notified, informed, sent, shown'],
  [/\btell(s|ing)? of\b/i, 'report, be about, reveal'],
  [/\b(tell|tells|telling)( \S+){1,6} apart\b/i, 'distinguish'],
  [/\bin the midst\b/i, 'during'],
  [/\bafresh\b/i, 'again'],
  [/\bof theirs\b/i, 'their'],
  [/\b(go|goes|went) by\b/i, 'follow, use'],
  [/\bnowhere else\b/i, 'only here'],
  [/\bhangs? on\b/i, 'is linked to'],
  [/\bbut for\b/i, 'except'],
  [/\b(is|are|good|counts?|needs?|holds?) no more\b(?! than)/i, 'no longer'],
  [/\b(keep|keeps|kept|keeping)( \S+){1,4} from \w+ing\b/i, 'prevent'],
]

type Line = { readonly path: string; readonly line: number; readonly text: string }

const linesOf = (file: SourceFile): Line[] =>
  file.path.endsWith('.md')
    ? file.text.split('\n').map((text, index) => ({ path: file.path, line: index + 1, text }))
    : [...commentsOf(file), ...(isTest(file) ? titlesOf(file) : [])].map((line) => ({ path: file.path, ...line }))

/** Banned phrases in comments, titles of tests and Markdown, as path:line: what to use instead. */
export const dialectPhrases = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => (isCode(file) && !isGenerated(file)) || /\.(sql|md)$/.test(file.path))
    .flatMap(linesOf)
    .flatMap(({ path, line, text }) =>
      plainPhrases.flatMap(([phrase, plain]) => {
        const found = phrase.exec(text)
        return found === null ? [] : [`${path}:${line}: ${plain} instead of ${found[0]}`]
      }),
    )
