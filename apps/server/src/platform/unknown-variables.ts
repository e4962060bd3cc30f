import { elsewhereVariables } from './config/elsewhere-variables.ts'
import { variableNames } from './config/variables.ts'

// What others of our programs read from the environment.
const otherNames = [...Object.keys(elsewhereVariables), 'DEMO_DAYS', 'MIMAMORI_ENV_FILE']

// Names that begin like ours but come from an orchestrator, which announces to each container the services beside it.
const ofOrchestrator = /_(?:SERVICE_(?:HOST|PORT(?:_.*)?)|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/

// First words of our names that other programs have in theirs, too.
const commonWords = ['DATA', 'DATABASE', 'LOG', 'PUBLIC', 'FILES', 'MAIL', 'ADMIN', 'TLS', 'DISK', 'OTEL']

const firstWordOf = (name: string) => name.split('_')[0] ?? name

/** First words that no other program has in its variables. */
const ownWords = new Set(['MIMAMORI', ...variableNames.filter((name) => name.includes('_')).map(firstWordOf)])
for (const word of commonWords) ownWords.delete(word)

/** In how many characters two names differ at least: added, left out, another one, or two exchanged. */
const distanceOf = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const [above = [], row] = [rows[i - 1], [i]]
    for (let j = 1; j <= other.length; j++) {
      const change = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const exchange = isExchanged ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : change
      row[j] = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, exchange)
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** The variable that a name is a slip of. Two slips count in long names alone: `HOME` is not `HOST`. */
const meantBy = (name: string): string | undefined => {
  const upper = name
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^MIMAMORI_/, '')
  const nearest = variableNames
    .map((known) => ({ known, distance: distanceOf(upper, known) }))
    .toSorted((one, other) => one.distance - other.distance)[0]
  if (nearest === undefined) return undefined
  return nearest.distance <= (nearest.known.length >= 10 ? 2 : 1) ? nearest.known : undefined
}

/**
 * One line about variables that nobody reads although they look like ours: a slip of the pen (`ROLE`), or a name that only
 * we could have (`MQTT_HOST`). Values are never in it. Undefined where there are none.
 */
export const describeUnknownVariables = (environment: NodeJS.ProcessEnv = process.env): string | undefined => {
  const unknown = Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !variableNames.includes(name) && !otherNames.includes(name) && !ofOrchestrator.test(name))
    .flatMap(([name]) => {
      const suggestion = meantBy(name)
      if (suggestion !== undefined) return [`${name}（${suggestion} の誤りではありませんか）`]
      return name.includes('_') && ownWords.has(firstWordOf(name)) ? [name] : []
    })
  return unknown.length === 0 ? undefined : `使われない環境変数があります：${unknown.join('、')}`
}
