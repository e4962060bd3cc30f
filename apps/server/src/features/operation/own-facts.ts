import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { TLSSocket } from 'node:tls'
import type { Context } from '../../platform/context.ts'
import { mailServerAnswers } from '../../platform/outside/mailer.ts'
import { endOfPeerCertificate, readCertificateEnd } from '../../platform/outside/peer-certificate.ts'
import type { BrokerFacts, CertificateFacts, ProcessFacts } from './processes.ts'

const minuteMs = 60_000
const askMailEveryMs = 5 * minuteMs
const readCertificatesEveryMs = 60 * minuteMs

const timesync = '/run/systemd/timesync'
/** As systemd-timesyncd leaves it: the folder while it runs, the file once the clock is right. */
const isClockSynchronised = (): boolean | null => (existsSync(timesync) ? existsSync(`${timesync}/synchronized`) : null)

const certificateIn = (path: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(readFileSync(path))
  } catch {
    return undefined
  }
}

const ports: Readonly<Record<string, number>> = { 'https:': 443, 'mqtts:': 8_883, 'ssl:': 8_883, 'wss:': 443 }

/** Of a server that is reached by an address; nothing where that does not speak TLS, or does not answer. */
const certificateAt = async (name: string, address: string | undefined): Promise<CertificateFacts[]> => {
  if (address === undefined) return []
  const { protocol, hostname, port } = new URL(address)
  const usual = ports[protocol]
  if (usual === undefined) return []
  const end = await readCertificateEnd(hostname.replaceAll(/[[\]]/g, ''), port === '' ? usual : Number(port))
  return end === undefined ? [] : [{ name, endsAt: end.toISOString(), isNotLoaded: false }]
}

const certificateOfDatabase = async ({ pool }: Pick<Context, 'pool'>): Promise<CertificateFacts[]> => {
  const client = await pool.connect()
  try {
    const { stream } = client.connection
    const end = stream instanceof TLSSocket ? endOfPeerCertificate(stream) : undefined
    return end === undefined ? [] : [{ name: 'データベース', endsAt: end.toISOString(), isNotLoaded: false }]
  } finally {
    client.release()
  }
}

/** Asks for something at most so often, and answers at once what it found last: a server that hangs holds nothing up. */
const everySo = <Answer>(everyMs: number, first: Answer, read: (before: Answer) => Promise<Answer>) => {
  let [found, at, isReading] = [first, Number.NEGATIVE_INFINITY, false]
  const readAgain = async () => {
    isReading = true
    try {
      found = await read(found)
    } catch {
      // What was found before stays.
    } finally {
      isReading = false
    }
  }
  return (): Answer => {
    if (!isReading && performance.now() - at >= everyMs) {
      at = performance.now()
      void readAgain()
    }
    return found
  }
}

/** Reads what only this process sees: its broker, disks, certificates and clock, and whether the mail server answers it. */
export const createOwnFacts = (
  context: Pick<Context, 'config' | 'pool' | 'space'>,
  broker: () => BrokerFacts | null,
): (() => Promise<ProcessFacts>) => {
  const { config, space } = context
  const { tlsCert, smtpUrl, roles } = config
  // As HTTPS and the broker read it, at the start.
  const loaded = tlsCert === undefined ? undefined : certificateIn(tlsCert)

  const ownCertificate = (): CertificateFacts[] => {
    if (tlsCert === undefined || loaded === undefined) return []
    const isNotLoaded = (certificateIn(tlsCert) ?? loaded).fingerprint256 !== loaded.fingerprint256
    return [{ name: 'TLS_CERT', endsAt: new Date(loaded.validTo).toISOString(), isNotLoaded }]
  }
  const otherCertificates = everySo<CertificateFacts[]>(readCertificatesEveryMs, [], async () =>
    (
      await Promise.all([
        tlsCert === undefined ? certificateAt('PUBLIC_URL', config.publicUrl) : [],
        roles.includes('ingest') ? certificateAt('MQTTブローカー', config.mqttUrl) : [],
        certificateOfDatabase(context),
      ])
    ).flat(),
  )
  const mailTries = everySo<number | null>(askMailEveryMs, null, async (before) =>
    smtpUrl === undefined || !roles.includes('jobs') ? null : (await mailServerAnswers(smtpUrl)) ? 0 : (before ?? 0) + 1,
  )
  return async () => ({
    broker: broker(),
    disks: await space.read().catch(() => []),
    floorMegabytes: space.floorMegabytes,
    certificates: [...ownCertificate(), ...otherCertificates()],
    isClockSynchronised: isClockSynchronised(),
    unansweredMailTries: mailTries(),
  })
}
