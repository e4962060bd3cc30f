import { languages } from '@mimamori/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChannelContent, ChannelMessage } from '../../../shared/channels/channel-message.ts'
import type { ChannelSender, ChannelTarget } from './channel-sender.ts'
import { chatwork } from './chatwork.ts'
import { lineWorks } from './line-works.ts'
import { line } from './line.ts'
import { slack } from './slack.ts'
import { sms } from './sms.ts'
import { teams } from './teams.ts'
import { testMessage } from './test-receiver.ts'

// All that services make something of, and what hides or turns letters.
const marks = [
  '<!channel>',
  '<!here|x>',
  '<@U012AB3CD>',
  '<https://evil.example|見守り>',
  '<at>all</at>',
  '@everyone',
  '@here',
  'someone@evil.example',
  'https://evil.example/?a=1',
  'HTTP://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.co.jp',
  '[toall]',
  '[To:123]全員',
  '[rp aid=1 to=2-3]',
  '[/title][/info][code]',
  '[link](https://evil.example)',
  '![x](//evil.example/a.png)',
  '**bold**',
  '__x__',
  '~~x~~',
  '`code`',
  '- item',
  '1. item',
  '# heading',
  '{{DATE(2026-07-20T00:00:00Z)}}',
  '${title}',
  '&lt;!channel&gt;',
  '\n\n',
  '\r\n[toall]\r\n',
  '\u202Eevil',
  '\u200B',
  '\u2066x\u2069',
  '\uD83D',
  '😀',
  '👨‍👩‍👧',
  '\u0000',
  '"},{"x":"',
  '{text}{to}',
  '\\',
]
const written = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'grapheme', maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

const message = fc
  .record({
    person: fc.option(written),
    place: written,
    site: written,
    language: fc.constantFrom(...languages),
    drill: fc.boolean(),
    test: fc.boolean(),
  })
  .map((some): ChannelMessage => ({ ...testMessage, ...some }))
const content: fc.Arbitrary<ChannelContent> = fc.oneof(
  message,
  fc
    .array(message, { minLength: 2, maxLength: 15 })
    .map((messages) => ({ form: 'digest' as const, language: messages[0]?.language ?? 'ja', messages })),
)

const target: ChannelTarget = {
  url: 'https://channel.example',
  settings: {
    room: '1',
    botId: '2',
    account: 'AC',
    sender: '+1',
    numbers: ['090-0000-0000'],
    template: '{"to":"{to}","text":"{text}"}',
    format: 'json',
  },
  secrets: { token: 't' },
}
const facts = { deliveryId: '1/1', at: new Date(), token: 't' }
const bodyOf = (sender: ChannelSender, said: ChannelContent, own = target): string => sender.requestsOf(said, own, facts)[0]?.body ?? ''

/** Every text in a body of JSON, with the names of the fields around it. */
const textsIn = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
    : []
}

const ours = /https:\/\/mimamori\.example\/[!-~]*/g
const isHidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u
// What a program that looks for links and addresses in a text would find.
const looksLikeLink = /:\/\/|@|[\p{L}\p{N}]\.[\p{L}\p{N}]/u
const isActive = (text: string) => isHidden.test(text.replaceAll('\n', '')) || looksLikeLink.test(text.replaceAll(ours, ''))

const activeTexts = (body: string, names: RegExp): string[] =>
  textsIn(JSON.parse(body))
    .filter(([path, text]) => names.test(path) && isActive(text))
    .map(([, text]) => text)

/** Of a message, the texts in which a service would find a mention, a tag, a link or a mark of its own that is not ours. */
const activeIn: Readonly<Record<string, (said: ChannelContent) => string[]>> = {
  teams: (said) => {
    const body = bodyOf(teams, said)
    const read = /\.(?:text|value|fallbackText)$|facts\.\d+\.title$/
    const marked = textsIn(JSON.parse(body)).filter(
      ([path, text]) => read.test(path) && /[\\`*_~[\]<>{}|&\n]|^(?:[-+#=]|\d+[.)])/.test(text),
    )
    return [...activeTexts(body, read), ...marked.map(([, text]) => text)]
  },
  slack: (said) => {
    const body = bodyOf(slack, said)
    const marked = textsIn(JSON.parse(body)).filter(
      ([, text]) => /&(?!(?:amp|lt|gt);)|[<>]/.test(text) && !/^<https:\/\/mimamori\.example\/[^<>|]*\|[^<>|]*>$/.test(text),
    )
    return [...activeTexts(body, /\.text$/), ...marked.map(([, text]) => text)]
  },
  chatwork: (said) => {
    const text = new URLSearchParams(bodyOf(chatwork, said)).get('body') ?? ''
    const isOurs =
      (text.match(/\[[^\]]*\]?/g) ?? []).join('') === '[info][title][/title][/info]' && !text.replaceAll(/\[[^\]]*\]/g, '').includes(']')
    return isActive(text) || !isOurs ? [text] : []
  },
  line: (said) => activeTexts(bodyOf(line, said), /\.(?:text|altText|label)$/),
  lineworks: (said) => activeTexts(bodyOf(lineWorks, said), /\.(?:contentText|text|linkText|link)$/),
  sms: (said) => {
    const form = new URLSearchParams(bodyOf(sms, said))
    const text = form.get('Body') ?? ''
    const own = bodyOf(sms, said, { ...target, settings: { ...target.settings, preset: 'template' } })
    const isWhole = [...form.keys()].join() === 'To,From,Body' && own === JSON.stringify({ to: '09000000000', text })
    return isActive(text) || !isWhole ? [text, own] : []
  },
}

test.each(Object.entries(activeIn))('%s: what people write is no mention, tag or link, and turns no letters around', (_, find) => {
  fc.assert(
    fc.property(content, (said) => {
      expect(find(said)).toEqual([])
    }),
  )
})

test('each of these marks would be found', () => {
  expect(['a@b', 'https://evil.example', 'evil.example', '\u202Ex', '\uD83D'].filter((mark) => !isActive(mark))).toEqual([])
})

test.each([
  ['teams', teams],
  ['slack', slack],
  ['line', line],
  ['lineworks', lineWorks],
  ['chatwork', chatwork],
  ['sms', sms],
] as const)('%s: an ordinary name stays to the letter', (_, sender) => {
  for (const person of ['佐々木', 'グエン', 'O’Brien', '𠮷野家（二）', 'ကျော်', 'श्रेष्ठ']) {
    const body = bodyOf(sender, { ...testMessage, person })
    const read = body.startsWith('{') ? JSON.stringify(JSON.parse(body)) : decodeURIComponent(body.replaceAll('+', ' '))
    expect(read).toContain(person)
  }
})
