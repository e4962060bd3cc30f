import type { AlertEpisode, Reading } from '@mimamori/contract'
import { signInAs } from '../../src/shared/organisation/test-factories.ts'
import { startSmtp } from '../../src/features/outbox/test-smtp.ts'
import type { createTestContext } from '../../src/platform/test-context.ts'
import { freePort } from '../durability/product.ts'
import { DrivenServer } from './driven-server.ts'
import {
  answers,
  changedAt,
  heatAt,
  heatEveryMinutes,
  instantOf,
  killed,
  lengthMinutes,
  mailCut,
  readingOf,
  settingRows,
  settingsAt,
  workers,
} from './script.ts'
import type { Site } from './site.ts'

type Product = Awaited<ReturnType<typeof createTestContext>>
type Mailbox = Awaited<ReturnType<typeof startSmtp>>

/** What two leaders were answered who acknowledged the same alert at once. */
export type Answered = { readonly alertId: number; readonly by: readonly (string | null)[] }

export type Played = {
  readonly mailboxes: readonly Mailbox[]
  readonly answered: readonly Answered[]
  readonly list: readonly AlertEpisode[]
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How long the mails of the last minutes may take: a digest's minute, and the longest wait after the mail server was away. */
const mailMinutes = 6

/** Plays the script on two server processes, with a mail server that is away for a while. */
export const play = async (product: Product, site: Site): Promise<Played> => {
  const { context, time } = product
  const mailPort = await freePort()
  const mailboxes = [await startSmtp({ port: mailPort })]
  const [mailbox] = mailboxes as [Mailbox]
  const env = {
    DATABASE_URL: product.url,
    JWT_SECRET: context.config.jwtSecrets.join(),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'mimamori@example.jp',
    PUBLIC_URL: 'https://mimamori.example.jp',
  }
  time.now = instantOf(0)
  const serverOf = async (name: string) =>
    new DrivenServer({ name, port: await freePort(), pool: context.pool, now: time.now, env: { ...env, DATA_DIR: `/tmp/${name}` } })
  const one = await serverOf('one')
  const other = await serverOf('other')
  const as = async ({ user_id }: { user_id: number }) => (await signInAs(context, user_id)).headers
  const post = (server: DrivenServer, readings: readonly Reading[]) =>
    server.ask('POST', '/api/ingest', { authorization: site.bearer }, { readings })

  const sendReadings = async (minute: number) => {
    const at = instantOf(minute).toISOString()
    if (minute % heatEveryMinutes === 0) await post(one, [{ kind: 'heat', device: site.watcher, at, wbgt: heatAt(minute) }])
    const readings = Array.from({ length: workers }, (_, number) => readingOf(number, site.tagOf(number), minute))
    const halfOf = (half: number) => readings.filter((reading, number) => reading !== undefined && number % 2 === half) as Reading[]
    const sent = Promise.all([post(one, halfOf(0)), post(other, halfOf(1))])
    if (minute === killed.amongReadings) await pause(4).then(() => one.kill())
    await sent
  }

  const tell = async (minute: number) => {
    const notified = other.job('tell')
    if (minute === killed.whileTelling) await pause(6).then(() => other.kill())
    await notified
  }

  const answered: Answered[] = []
  const answer = async (group: number) => {
    const [leader, subLeader] = await Promise.all(
      [site.leaders.GroupLeader[group], site.leaders.GroupSubLeader[group]].map((who) => as(who ?? { user_id: 0 })),
    )
    if (leader === undefined || subLeader === undefined) throw new RangeError('a group without leaders')
    const { data } = (await one.ask('GET', '/api/HealthCondition/Alert?allTime=1&handling=open&limit=1000', leader)) as {
      data: AlertEpisode[]
    }
    for (const { id } of data) {
      const path = `/api/Alert/${id}/Acknowledge`
      const both = await Promise.all([one.ask('POST', path, leader), other.ask('POST', path, subLeader)])
      answered.push({ alertId: id, by: both.map((episode) => (episode as AlertEpisode).handledBy) })
    }
  }

  try {
    await one.ask('PUT', `/api/MasterSetting/Office/${site.office.office_id}`, await as(site.admins.base), settingRows(settingsAt(0)))
    for (let minute = 0; minute < lengthMinutes + mailMinutes; minute++) {
      time.now = instantOf(minute)
      await Promise.all([one.setClock(time.now), other.setClock(time.now)])
      if (minute === mailCut.from) await mailbox.stop()
      if (minute === mailCut.to) mailboxes.push(await startSmtp({ port: mailPort }))
      if (minute === changedAt)
        await other.ask(
          'PUT',
          `/api/MasterSetting/Office/${site.office.office_id}`,
          await as(site.admins.base),
          settingRows(settingsAt(minute)),
        )
      if (minute < lengthMinutes) {
        await sendReadings(minute)
        await tell(minute)
        for (const { group } of answers.filter((step) => step.minute === minute)) await answer(group)
        if (minute % 5 === 0) await one.job('alive')
      }
      await other.job('mail')
    }
    const list = '/api/HealthCondition/Alert?allTime=1&limit=1000'
    const { data } = (await one.ask('GET', list, await as(site.admins.contract))) as { data: AlertEpisode[] }
    return { mailboxes, answered, list: data }
  } finally {
    await Promise.all([one.stop(), other.stop(), ...mailboxes.map((box) => box.stop())])
  }
}
