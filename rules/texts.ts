import { isCode, isTest, type SourceFile } from './tree.ts'

const keysIn = (value: object, path: string): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = path === '' ? name : `${path}.${name}`
    return typeof inner === 'object' && inner !== null ? keysIn(inner, key) : [key.replace(/_(?:zero|one|two|few|many|other)$/, '')]
  })

const textOf = (value: unknown, [name = '', ...rest]: readonly string[]): string => {
  const inner: unknown = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
  return rest.length === 0 ? (typeof inner === 'string' ? inner : '') : textOf(inner, rest)
}

const withoutReadings = (text: string) => text.replaceAll(/\{([^{}|]+)\|[^{}|]+\}/g, '$1')

// Its longest part without a place: what the code says around `{count}` or `${count}`.
const longestPart = (text: string) =>
  text
    .split(/\{\{\w+\}\}/)
    // Code may put marks like these before and after its words by itself.
    .map((part) => part.replaceAll(/^[（・]+|[（・]+$/g, ''))
    .toSorted((one, other) => other.length - one.length)[0]
    ?.trim() ?? ''

/**
 * Keys of the workers' texts that nothing uses. A key is used where code names it, or names a part before one of its dots and fills
 * in the rest; what parts shared with Japanese screens say (`common`, `signIn`, `condition`) also where code has its Japanese words.
 */
export const unusedTexts = (files: readonly SourceFile[], japanese: object): string[] => {
  const code = files.filter((file) => isCode(file) && !isTest(file) && !file.path.startsWith('packages/texts/')).map(({ text }) => text)
  const all = code.join('\n')
  return [...new Set(keysIn(japanese, ''))].filter((key) => {
    const parts = key.split('.')
    if (all.includes(`'${key}'`) || all.includes(`"${key}"`)) return false
    if (parts.some((_, end) => end > 0 && all.includes(`\`${parts.slice(0, end).join('.')}.\${`))) return false
    if (!['common', 'signIn', 'condition'].includes(parts[0] ?? '')) return true
    const words = withoutReadings(textOf(japanese, parts) || textOf(japanese, [...parts.slice(0, -1), `${parts.at(-1) ?? ''}_other`]))
    return words === '' || !all.includes(longestPart(words))
  })
}
