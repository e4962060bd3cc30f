import type { ChannelPreview, notificationChannel, QueryOf } from '@mimamori/contract'
import { channelFailureNames } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { webhookBodyOf } from '../../shared/channels/channel-event.ts'
import { channelSheet } from '../../shared/channels/channel-sheet.ts'
import { secretHeaders, withoutSecrets } from './answer-on-record.ts'
import { mask, maskedUrl, openSecrets } from './channel-secrets.ts'
import { sampleMessage } from './sample-message.ts'
import { senderOf } from './senders/senders.ts'
import { findStored } from './store.ts'
import { sampleEvent } from './webhook/sample-event.ts'
import { signedRequest } from './webhook/signed-request.ts'
import { newSigningSecret } from './webhook/signing-secret.ts'

/** A request without what is secret: the address is masked whole, headers that carry a pass as well, and secrets wherever they are. */
const maskedRequest = (
  { method, url, headers, body }: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string },
  secrets: readonly string[],
) => {
  const without = (text: string) => withoutSecrets(text, secrets)
  return {
    method,
    url: maskedUrl(url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secretHeaders.test(name) ? mask : without(value)])),
    body: without(body),
  }
}

/**
 * What a channel would be sent, as its reader sees it and to the letter, with secrets masked.
 * @throws Refusal 404 where the actor sees no channel of this number
 */
export const previewChannel = async (
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  actor: Actor,
  channelId: string,
  { sample, language, withNames }: QueryOf<typeof notificationChannel.preview>,
): Promise<ChannelPreview> => {
  const { key, channel, sealed } = await findStored(context, actor, channelId)
  const now = context.clock()
  const message = sampleMessage(sample, {
    ...channel,
    language: language ?? channel.language,
    withNames: withNames ?? channel.withNames,
    test: false,
    publicUrl: context.config.publicUrl,
    now,
  })
  const { level, emergency, urgency, person, at } = message
  const { rows, link } = channelSheet(message)
  const shown = { level, emergency, urgency, person, rows: [...rows], link, at }
  const opened = openSecrets(context.config, key, sealed)
  if (channel.type === 'webhook' && opened?.url != null) {
    const body = webhookBodyOf(sampleEvent(sample, { ...channel, now }), shown.person)
    const request = signedRequest({ url: opened.url, webhookId: 'evt_…', body: JSON.stringify(body), secrets: [newSigningSecret()], now })
    return { message: shown, request: maskedRequest(request, []), fault: null }
  }
  const sender = senderOf(channel.type)
  if (opened === undefined || sender === undefined) return { message: shown, request: null, fault: channelFailureNames.incomplete }
  const target = { url: opened.url, settings: channel.settings, secrets: opened.secrets }
  const [request] = sender.requestsOf(message, target, { deliveryId: '1', at: now, token: mask })
  const secrets = Object.values(opened.secrets).filter((secret) => secret !== undefined)
  const isWhole = request !== undefined && URL.canParse(request.url)
  return {
    message: shown,
    request: isWhole ? maskedRequest(request, secrets) : null,
    fault: isWhole ? null : channelFailureNames.incomplete,
  }
}
