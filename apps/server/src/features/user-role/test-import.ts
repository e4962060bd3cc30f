import { multipart } from '../../platform/exchange/test-upload.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople } from './test-people.ts'

/** A product with people who take files of accounts in and out. */
export const startImportTests = async () => {
  const people = await addPeople(await startTestApp())

  const upload = async (
    actor: { user_id: number },
    id: number,
    content: string | Buffer,
    fields: Record<string, string> = { role: 'User' },
    fileName = '作業者.csv',
  ) => {
    const { headers, payload } = multipart(['file', content, fileName], ...Object.entries(fields))
    return people.ask('POST', `/api/UserRole/Import/${id}`, { headers: { ...headers, ...(await people.as(actor)) }, payload })
  }
  const headings = async (role: string) =>
    String((await people.call(people.service, 'GET', `/api/UserRole/Template?role=${role}`)).body)
      .replace('\uFEFF', '')
      .trim()
  /** A file that says what each row gives and leaves the rest empty. */
  const fileOf = async (rows: readonly Record<string, string>[], role = 'User') => {
    const labels = (await headings(role)).split(',').map((cell) => cell.slice(1, -1))
    return [labels, ...rows.map((row) => labels.map((label) => row[label] ?? ''))].map((cells) => cells.join(',')).join('\r\n')
  }
  const personOf = async (loginId: string) =>
    people.db.selectFrom('app_user').selectAll().where('login_id', '=', loginId).orderBy('user_id', 'desc').executeTakeFirst()
  return { people, upload, fileOf, personOf }
}
