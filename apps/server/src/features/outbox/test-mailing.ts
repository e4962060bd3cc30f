import { onTestFinished } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { testConfig } from '../../platform/test-context.ts'
import { outboxJob } from './outbox-job.ts'
import { startSmtp } from './test-smtp.ts'

/** A mail server for one test, stopped after it. */
export const smtpOfTest = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const server = await startSmtp(options)
  onTestFinished(server.stop)
  return server
}

/** One turn of the job, without the lock that prevents processes from taking turns at the same time. */
export const sendMails = async (context: Context, smtpUrl: string | undefined, mailFrom = 'mimamori@example.jp'): Promise<void> => {
  const client = await context.pool.connect()
  const mailing = { ...context, config: testConfig({ smtpUrl, mailFrom }) }
  await outboxJob.run(mailing, client, new AbortController().signal).finally(() => client.release())
}
