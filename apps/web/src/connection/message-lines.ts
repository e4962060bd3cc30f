import { MessagePath } from '@mimamori/contract/connection-mapping'

/** A value as a message carries it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A single value of a message and where it is in it: object.wbgt, rxInfo.0.rssi. */
export type Leaf = {
  readonly path: string
  readonly value: null | boolean | number | string
  /** Whether a mapping can name it: the names on its way hold no dots or brackets. */
  readonly isNameable: boolean
}

/** One line of a message as it is drawn. */
export type MessageLine = {
  readonly path: string
  readonly depth: number
  /** "wbgt": or nothing within a list. */
  readonly key: string
  /** The value, an opening or closing bracket, or a whole part on one line. */
  readonly text: string
  /** The comma that follows, or nothing. */
  readonly after: string
  readonly kind: 'value' | 'bracket' | 'part'
  /** Of a part on one line: whether it is too long to be read there. */
  readonly isFolded: boolean
  /** Whether a mapping can name what is there. */
  readonly isNameable: boolean
}

const isPart = (value: Json): value is readonly Json[] | { readonly [key: string]: Json } => typeof value === 'object' && value !== null

const entriesOf = (part: object): [string, Json][] => Object.entries(part) as [string, Json][]

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

// As `MessagePath` of the contract divides a path.
const nameable = /^[^.[\]\0]+$/

/** All single values of a message, in its order. */
export const leavesOf = (message: Json, path = '', isNameable = true): Leaf[] =>
  isPart(message)
    ? entriesOf(message).flatMap(([key, value]) => leavesOf(value, below(path, key), isNameable && nameable.test(key)))
    : [{ path, value: message, isNameable: isNameable && MessagePath.safeParse(path).success }]

/** {"a":[1]} as people write it: { "a": [1] } */
const onOneLine = (value: Json): string => {
  if (!isPart(value)) return JSON.stringify(value)
  const inner = entriesOf(value).map(([key, one]) => (Array.isArray(value) ? onOneLine(one) : `${JSON.stringify(key)}: ${onOneLine(one)}`))
  if (Array.isArray(value)) return `[${inner.join(', ')}]`
  return inner.length === 0 ? '{}' : `{ ${inner.join(', ')} }`
}

/** As much of a part as a line of the panel has room for. */
const longestOnOneLine = 44

type LinePlace = Pick<MessageLine, 'path' | 'depth' | 'key' | 'after' | 'isNameable'>

/**
 * A message as lines. A part in which nothing is of interest is on one line, so that a long message keeps in view what is
 * mapped.
 * @param isOpen whether the part at a path is drawn line by line
 */
export const linesOf = (message: Json, isOpen: (path: string) => boolean): MessageLine[] => {
  const draw = (value: Json, { path, depth, key, after, isNameable }: LinePlace): MessageLine[] => {
    const line = { path, depth, key, after, isNameable, isFolded: false }
    if (!isPart(value)) return [{ ...line, text: JSON.stringify(value), kind: 'value' }]
    const whole = onOneLine(value)
    const entries = entriesOf(value)
    if (entries.length === 0 || (path !== '' && !isOpen(path)))
      return [{ ...line, text: whole, kind: 'part', isFolded: whole.length > longestOnOneLine }]
    const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    return [
      { ...line, text: opening, after: '', kind: 'bracket' },
      ...entries.flatMap(([name, one], index) =>
        draw(one, {
          path: below(path, name),
          depth: depth + 1,
          key: Array.isArray(value) ? '' : `${JSON.stringify(name)}: `,
          after: index < entries.length - 1 ? ',' : '',
          isNameable: isNameable && nameable.test(name),
        }),
      ),
      { ...line, key: '', text: closing, kind: 'bracket' },
    ]
  }
  return draw(message, { path: '', depth: 0, key: '', after: '', isNameable: true })
}

/** Whether a path is within a part, or is that part. */
export const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}.`)
