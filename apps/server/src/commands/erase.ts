import type { Context } from '../platform/context.ts'
import { erasePersonAtServer } from '../features/user-role/erasure/erase-person.ts'
import { findPeople, type MatchedPerson } from '../features/user-role/erasure/find-people.ts'
import { findOutsideHolders } from '../features/user-role/erasure/outside-holders.ts'
import { ask } from '../platform/ask-operator.ts'
import type { Command } from '../platform/command.ts'
import { runDatabaseCommand } from '../platform/database/command-database.ts'
import { Refusal, wordsOf } from '../platform/errors.ts'
import { withContext } from './with-context.ts'

const describe = ({ userId, loginId, fullName, companyName, isDeleted }: MatchedPerson): string =>
  `番号 ${userId}：${fullName}（${loginId}）${companyName ?? ''}${isDeleted ? ' 削除済み' : ''}`

const findOne = async ({ db }: Context, text: string, isNumber: boolean): Promise<MatchedPerson> => {
  const people = await findPeople(db, text, isNumber)
  const [person, ...others] = people
  if (person === undefined) throw new Error(`該当する人がいません / nobody has this: ${text}`)
  if (others.length === 0) return person
  throw new Error(
    ['複数の人が該当します。番号で指定してください / several people: name one by the number, with --number', ...people.map(describe)].join(
      '\n',
    ),
  )
}

// As in the console: what cannot be undone is confirmed by typing the login ID once more.
const confirm = async (person: MatchedPerson): Promise<void> => {
  const question = `${describe(person)}\n個人データを消去します。元に戻せません / This erases the personal data and cannot be undone.`
  if (!process.stdin.isTTY)
    throw new Error(`${question}\n確かめずに行うなら --yes を付けてください / to do it without being asked add --yes`)
  const typed = await ask(`${question}\nログインIDを入力してください / type the login ID: `)
  if (typed.toLowerCase() !== person.loginId.toLowerCase()) throw new Error('中止しました / nothing was done')
}

const eraseOne = async (context: Context, argument: string, flags: ReadonlySet<string>): Promise<string> => {
  const person = await findOne(context, argument, flags.has('number'))
  if (!flags.has('yes')) await confirm(person)
  try {
    await erasePersonAtServer(context, person)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { body } = error
    throw new Error(typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : wordsOf(error), {
      cause: error,
    })
  }
  const outside = await findOutsideHolders(context.db, person)
  return [
    `消去しました / erased: 番号 ${person.userId}`,
    ...(outside.length === 0 ? [] : ['見守りの外に残るもの / what is left outside of the product:']),
    ...outside.map(({ who, what, count }) => `  ${who}${what === null ? '' : `（${what}）`} ${count}件`),
  ].join('\n')
}

/** Erases what identifies a person, as 個人データの消去 in the console does. */
export const erase: Command = (call) =>
  runDatabaseCommand(call, ({ url, argument, flags, log }) => withContext(url, log, (context) => eraseOne(context, argument, flags)), {
    mayBeNew: false,
    flags: ['yes', 'number'],
  })
