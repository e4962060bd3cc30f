import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { type OperationPart, operationPartNames, operationStateNames, type OperationStatus } from '@mimamori/contract'
import { type Logger, pino } from 'pino'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { readMove } from '@mimamori/embedded-postgres/move-mark'
import { readNotedStates, readStatus } from '../features/operation/read-status.ts'
import type { Context } from '../platform/context.ts'
import { calledWrongly, type Command, failWith, printLine } from '../platform/command.ts'
import { readConfig, type Settings } from '../platform/config/config.ts'
import { reasonOf } from '../platform/errors.ts'
import { version } from '../platform/version.ts'
import { withContext } from './with-context.ts'

type Finding = { readonly lines: readonly string[]; readonly isIll: boolean }

const patienceMs = 10_000

/** What the product on this machine answers at `/readyz`. */
const askReadiness = ({ host, port, tlsCert }: Settings): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const isEverywhere = host === '0.0.0.0' || host === '::'
    const address = `${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}/readyz`
    // Its certificate is for the name that people use.
    const options = { timeout: patienceMs, rejectUnauthorized: false }
    const request = tlsCert === undefined ? requestHttp(`http://${address}`, options) : requestHttps(`https://${address}`, options)
    request.once('timeout', () => request.destroy(new Error('timeout')))
    request.once('error', reject)
    request.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    request.end()
  })

const findReadiness = async (settings: Settings): Promise<Finding> => {
  try {
    const { status, body } = await askReadiness(settings)
    return {
      lines: [`動作 / product：${status === 200 ? '動いています' : '応答できない状態です'}（/readyz ${status} ${body}）`],
      isIll: status !== 200,
    }
  } catch (error) {
    return { lines: [`動作 / product：ポート ${settings.port} で応答がありません / no answer（${reasonOf(error)}）`], isIll: true }
  }
}

const partLine = ({ part, state, meaning, action, facts }: OperationPart): string => {
  const figures = facts.map(({ name, value }) => `${name} ${value}`).join('、')
  return `${operationStateNames[state]}　${operationPartNames[part]}：${meaning}${figures === '' ? '' : `（${figures}）`}${action === null ? '' : `→ ${action}`}`
}

/** How the service is by the database; whether alarms reach people the product itself has noted there. */
const readOperationStatus = async (context: Context): Promise<OperationStatus> => {
  const alarms = (await readNotedStates(context.db)).get('alarms')
  const heldUpSince = alarms?.state === 'needsHand' ? alarms.since : null
  return readStatus(context, { look: () => Promise.resolve({ heldUpSince, reasons: alarms?.reasons ?? [] }), aheadMs: () => 0 })
}

const findOperation = async (context: Context): Promise<Finding> => {
  const { rows } = await context.pool.query<{ name: string }>('select m.name from schema_migration m order by m.name desc limit 1')
  const { parts } = await readOperationStatus(context)
  return {
    lines: [`移行 / migrated to：${rows[0]?.name ?? '未実施'}`, ...parts.map(partLine)],
    isIll: parts.some(({ state }) => state === 'needsHand'),
  }
}

const findDatabase = async ({ databaseUrl, dataDir }: Settings, log: Logger): Promise<Finding> => {
  const url = databaseUrl ?? (await runningDatabaseUrl(dataDir))
  if (url === undefined)
    return { lines: [`データベース / database：内蔵、止まっています / embedded, not running（${dataDir}）`], isIll: true }
  try {
    return await withContext(url, log, findOperation)
  } catch (error) {
    return { lines: [`データベース / database：読み取れません / cannot be read（${reasonOf(error)}）`], isIll: true }
  }
}

const findMove = async ({ dataDir, databaseUrl }: Settings): Promise<Finding> => {
  const move = await readMove(dataDir)
  if (move === undefined) return { lines: [], isIll: false }
  return { lines: [`移した先 / moved to：${move.to}（${move.at}）`], isIll: databaseUrl === undefined }
}

/** Prints how the product on this machine is; 1 where it does not answer or something needs a hand. */
export const status: Command = async (call) => {
  if (call.args.length > 0) return calledWrongly(call)
  try {
    const settings = readConfig()
    const log = pino({ level: process.env['LOG_LEVEL'] ?? 'fatal' }, pino.destination(2))
    const findings = [await findReadiness(settings), await findMove(settings), await findDatabase(settings, log)]
    printLine([`見守り / Mimamori ${version}`, ...findings.flatMap(({ lines }) => lines)].join('\n'))
    return findings.some(({ isIll }) => isIll) ? 1 : 0
  } catch (error) {
    return failWith(error)
  }
}
