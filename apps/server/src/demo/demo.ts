import { once } from 'node:events'
import { createClock, dayMs, realTimeOf, runLive, shiftFor, type Uplink, type World } from '@mimamori/simulator'
import type { Pool } from 'pg'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { type Server, startServer } from '../start.ts'
import { announceHeat } from './announce-heat.ts'
import { openChannelServices } from './channel-services.ts'
import { countPastInTime } from './count-past.ts'
import { type DemoSeed, type DemoSite, writeDemoFile } from './demo-file.ts'
import { sendFurther } from './further-senders.ts'
import { forecastHeat } from './forecast-heat.ts'
import { keepPastPlans } from './keep-past-plans.ts'
import { type Filling, fillPast, fillScripted, markPastHeardInTime, missingFrom } from './fill-past.ts'
import { fillPastWeeks } from './fill-past-weeks.ts'
import { openPastAlerts } from './open-past-alerts.ts'
import { handlePastAlerts } from './past-alerts.ts'
import { connectMeters, sendFromMeters } from './lorawan-meters.ts'
import { openMailbox } from './mailbox.ts'
import { newSite, sendFromNewSite } from './new-site.ts'
import { playAcclimatisation } from './play-acclimatisation.ts'
import { playAlarms } from './play-alarms.ts'
import { playChannels } from './play-channels.ts'
import { answerMorningChecks } from './play-checks.ts'
import { restAfterPastAlerts, restInPastWeeks, sendSomeToRest } from './play-rests.ts'
import { playReport } from './play-report.ts'
import { reportFromPoster } from './poster-report.ts'
import { createProgress } from './progress.ts'
import { demoPassword, furtherWorkers, seedDemo } from './seed.ts'
import { formatTable } from './table.ts'
import { localUrl, openLink, type Transport, transportOf } from './site-link.ts'

const seed = 20_260_720
// From the morning of yesterday's shift to now, which is 13:40 of the demo's day; what is older is there by the hour.
const defaultDays = 1.25
const transports: readonly Transport[] = ['HTTP', 'MQTT', 'HTTP']

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

/** Days of past to fill in; fewer for those in a hurry. */
const daysOf = (text: string | undefined): number => {
  if (text === undefined || text === '') return defaultDays
  const days = Number(text)
  if (!(days > 0 && days <= 30)) throw new ConfigError('設定の誤り DEMO_DAYS：0より大きく30以下の数にしてください。')
  return days
}

/** Moves the sites' working hours with the shifted day: the server's alive monitoring follows the real clock. */
const alignWorkingHours = async (pool: Pool, sites: readonly DemoSite[], shiftMs: number): Promise<void> => {
  for (const { companyId, officeId, scenario } of sites)
    await pool.query('update office set opens_at = $3, closes_at = $4 where company_id = $1 and office_id = $2', [
      companyId,
      officeId,
      realTimeOf(scenario.site.opensAt, shiftMs),
      realTimeOf(scenario.site.closesAt, shiftMs),
    ])
}

/**
 * Fills in what is missing of the past, all sites side by side, through the real ingestion. Old alerts are handled
 * before the scripted parts begin: an emergency left open from yesterday would prevent today's from opening.
 */
const fillIn = async (server: Server, { sites }: DemoSeed, anchorMs: number, days: number, signal: AbortSignal): Promise<World[]> => {
  const progress = createProgress('過去の測定値を送っています', sites.length)
  const fillings = await Promise.all(
    sites.map(async (site, index): Promise<Filling> => {
      const { uplink } = openLink(server, site, 'HTTP', (message) => complain(`${site.name}：${message}`))
      signal.addEventListener('abort', () => void uplink.close(), { once: true })
      const fromMs = await missingFrom(server.context.pool, site, anchorMs, days)
      await fillPastWeeks(server.context.pool, site, seed, anchorMs, fromMs)
      await openPastAlerts(server.context, site, seed, fromMs)
      const onProgress = (share: number) => progress.report(index, share, uplink.counts.accepted)
      return { site, uplink, seed, anchorMs, fromMs, signal, onProgress }
    }),
  )
  const started = await Promise.all(fillings.map(async (filling) => ({ filling, world: await fillPast(filling) })))
  if (!signal.aborted) for (const site of sites) await handlePastAlerts(server.context, site, seed, anchorMs)
  await Promise.all(started.map(({ filling, world }) => fillScripted(filling, world)))
  await Promise.all(fillings.map(({ uplink }) => uplink.close()))
  for (const site of sites) {
    await markPastHeardInTime(server.context.pool, site)
    await restAfterPastAlerts(server.context.pool, site, seed)
    await restInPastWeeks(server.context.pool, site, anchorMs)
    await forecastHeat(server.context.pool, site, { seed, anchorMs, readingsFromMs: anchorMs - days * dayMs })
    await keepPastPlans(server.context.db, site, anchorMs)
  }
  await announceHeat(server.context.pool, new Date())
  const [first] = sites
  if (first !== undefined && !signal.aborted) {
    await sendSomeToRest(server.context.pool, first, 'leader', anchorMs)
    await playReport(server.context, first, 'leader', anchorMs)
    await playAlarms(server.context, first, 'leader', anchorMs)
    await answerMorningChecks(server.context.pool, first, 'leader', anchorMs)
    await playAcclimatisation(server.context, first, 'base-admin', anchorMs)
  }
  progress.end()
  return started.map(({ world }) => world)
}

const introduce = (server: Server, { accounts, sites, ingestKey, wallboard, poster }: DemoSeed, used: readonly Transport[]): void => {
  const people = accounts.map(({ username, role, fullName, officeName, companyName }) => [
    username,
    demoPassword,
    role,
    fullName,
    officeName ?? companyName ?? 'すべての会社',
  ])
  const senders = sites.map(({ name, scenario }, index) => [name, used[index] ?? 'HTTP', `${scenario.people.length}人`])
  say(
    [
      '',
      `見守り デモ  ${server.url}`,
      '',
      formatTable([['ログインID', 'パスワード', '権限', '氏名', '所属'], ...people]),
      `ほかの作業者  ${furtherWorkers()
        .map(({ username, what }) => `${username}（${what}）`)
        .join('、')}`,
      '',
      formatTable([['拠点', '送信', '作業者'], ...senders]),
      '',
      `拠点1の受信キー  ${ingestKey}`,
      `拠点1の現場ボード  ${server.url}${wallboard}`,
      `拠点1の掲示のQR    ${server.url}${poster}`,
      `同じ内容のファイル  ${server.context.config.dataDir}/demo.json`,
      '始めた時刻が、何時であっても、夏の日の13時40分にあたるように、暑さと作業時間をずらしています。測定時刻は本当の時刻です。',
      ...(process.env.SMTP_URL ? [] : ['メールはデモの中で受け取り、外へは出しません（SMTP_URL を設定すると送ります）。']),
      '終わるには Ctrl-C を押してください。',
    ].join('\n'),
  )
}

/** Lets all sites send until the signal is given. */
const goLive = async (server: Server, demo: DemoSeed, worlds: readonly World[], signal: AbortSignal): Promise<void> => {
  const used = demo.sites.map((_, index) => transportOf(server, transports[index] ?? 'HTTP'))
  const clock = createClock(Date.now(), 1)
  const uplinks: Uplink[] = []
  const running = worlds.map((world, index) => {
    const site = demo.sites[index]
    if (site === undefined) return Promise.resolve()
    const { uplink, commands } = openLink(server, site, used[index] ?? 'HTTP', (message) => complain(`${site.name}：${message}`))
    uplinks.push(uplink)
    return runLive({ world, uplink, commands, clock, seed, signal })
  })
  const { newSiteKey: ingestKey } = demo
  const onTrouble = (message: string) => complain(`${newSite.name}：${message}`)
  if (ingestKey !== null) running.push(sendFromNewSite({ url: localUrl(server), ingestKey, onTrouble, signal }))
  const [first] = demo.sites
  if (first !== undefined) {
    const secret = await connectMeters(server.context.pool, first)
    const onSiteTrouble = (message: string) => complain(`${first.name}：${message}`)
    running.push(sendFromMeters({ url: localUrl(server), secret, onTrouble: onSiteTrouble, signal }))
    const keys = demo.furtherKeys
    if (keys !== null) running.push(sendFurther({ url: localUrl(server), keys, onTrouble: onSiteTrouble, signal }))
  }
  introduce(server, demo, used)
  await Promise.all(running)
  await Promise.all(uplinks.map((uplink) => uplink.close()))
}

/** Until the console is there, where it is being built beside the demo (scripts/build-beside.ts). */
const consoleBuilt: Promise<unknown> = process.env.BUILDS_BESIDE === undefined ? Promise.resolve() : once(process, 'message')

/** Without a mail server of the environment's own, mails go to one that belongs to the demo. */
const run = async (signal: AbortSignal): Promise<void> => {
  const mailbox = process.env.SMTP_URL ? undefined : await openMailbox()
  const services = await openChannelServices()
  const settings = readConfig({
    ...process.env,
    CHANNEL_HOSTS: [process.env.CHANNEL_HOSTS, services.host].filter((hosts) => hosts !== undefined && hosts !== '').join(','),
    ...(mailbox !== undefined && { SMTP_URL: mailbox.url }),
    DATA_DIR: process.env.DATA_DIR || './data/demo',
    LOG_LEVEL: process.env.LOG_LEVEL || 'error',
  })
  const days = daysOf(process.env.DEMO_DAYS)
  const quiet = { print: () => undefined }
  say('見守りのデモを用意しています。')
  // Without the jobs: to alive monitoring, everybody of yesterday would be silent.
  let server = await startServer({ ...settings, roles: ['api', 'ingest'] }, quiet)
  try {
    const anchorMs = Date.now()
    const demo = await seedDemo(server.context, { dataDir: settings.dataDir, nowMs: anchorMs })
    await alignWorkingHours(server.context.pool, demo.sites, shiftFor(anchorMs))
    const worlds = await fillIn(server, demo, anchorMs, days, signal)
    if (signal.aborted) return
    const [first] = demo.sites
    if (first !== undefined) await playChannels(server.context, first, { host: services.host, nowMs: anchorMs })
    await consoleBuilt
    await server.stop()
    server = await startServer(settings, quiet)
    for (const site of demo.sites) await countPastInTime(server.context.pool, site)
    await writeDemoFile(settings.dataDir, server.url, demo)
    if (demo.sites[0] !== undefined) await reportFromPoster(server.context, demo.sites[0], demo.poster)
    await goLive(server, demo, worlds, signal)
  } finally {
    await server.stop()
    await mailbox?.close()
    await services.close()
  }
}

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (stopping.signal.aborted) process.exit(1)
    say('\nデモを終わります。')
    stopping.abort()
  })

try {
  await run(stopping.signal)
  process.exit(0)
} catch (error) {
  complain(error instanceof ConfigError ? error.message : `デモを始められません：${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
