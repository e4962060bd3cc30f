import { z } from 'zod'
import { address, webAddress } from './forms.ts'
import { hostList, portList } from './host-lists.ts'
import type { Variables } from './variable.ts'

const isTileAddress = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

const tileAddress = z
  .string()
  .refine((text) => text === 'none' || isTileAddress(text), 'https://…/{z}/{x}/{y}.png の形か none にしてください。')
  .transform((text) => (text === 'none' ? undefined : text))

const tileAttribution = z.string().transform((text) => {
  const [, name = text, url] = /^(.*?)\s*(https?:\/\/\S+)?$/.exec(text.trim()) ?? []
  return { text: name === '' ? (url ?? '') : name, url: url ?? null }
})

/** What is called outside: mail, push services, channels, map tiles, public services. */
export const outsideVariables = {
  SMTP_URL: {
    schema: address('smtp://… または smtps://…', 'smtp:', 'smtps:'),
    absent: 'mails stay in the outbox, where administrators see them',
    example: 'smtp://user:PASSWORD@mail.example:587?requireTLS=true',
    comment: 'The mail server: smtp://… (STARTTLS where the server has it; ?requireTLS=true insists on it) or smtps://…:465.',
  },
  MAIL_FROM: {
    schema: z.string().regex(/^[^@\n]+@[^@\s]+$/, 'メールアドレスにしてください。'),
    default: 'mimamori@localhost',
    comment: 'The sender of mails, whom push services are given too: a real mailbox, since mails that cannot be delivered come back to it.',
  },
  PUSH_HOSTS: {
    schema: hostList,
    absent: 'push services must be out on the internet and speak HTTPS',
    example: 'push.internal:8443',
    comment: 'Push services inside your own network, host:port by commas.',
  },
  SSO_HOSTS: {
    schema: hostList,
    absent: 'providers must be out on the internet and speak HTTPS',
    example: 'login.internal:8443',
    comment: 'Providers of single sign-on inside your own network, host:port by commas.',
  },
  CHANNEL_HOSTS: {
    schema: portList,
    absent: 'channels must be out on the internet and speak HTTPS',
    example: 'relay.internal:8080',
    comment:
      'Hosts inside your own network that notification channels may call, host:port by commas, host:* for all ports.\nEvery administrator here can then call them: only where the installation serves one customer.',
  },
  TILE_URL: {
    schema: tileAddress,
    // The Geospatial Information Authority's pale map, which asks for its name beside it and for this link.
    default: 'https://cyberjapandata.gsi.go.jp/xyz/pale/{z}/{x}/{y}.png',
    comment: 'Map tiles, which each browser loads itself. The word none is for no tiles: maps then show the outline of Japan.',
  },
  TILE_ATTRIBUTION: {
    schema: tileAttribution,
    default: '国土地理院 https://maps.gsi.go.jp/development/ichiran.html',
    comment: 'Whose tiles they are: a name and, after a space, an address.',
  },
  WBGT_SERVICE_URL: {
    schema: webAddress,
    absent: 'the public values are not fetched',
    example: 'https://www.wbgt.env.go.jp/api/v1',
    comment: "The Ministry of the Environment's heat values and heat alerts.",
  },
  SISMIL_URL: {
    schema: webAddress,
    absent: 'no link, until the service administrator saves an address',
    example: 'https://sismil.example/',
    comment: "The pages of the heat meters' maker. The console only links there.",
  },
} satisfies Variables
