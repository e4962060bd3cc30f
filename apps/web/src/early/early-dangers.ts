import { type alert, alertKindNames, type AlertEpisode } from '@mimamori/contract/alert'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { gradeNames } from '@mimamori/contract/labels'
import { session } from '@mimamori/contract/session'
import { whenInWords } from '../emergency/alert-words.ts'
import { contactsOf } from '../emergency/contacts.ts'
import { dangersAmong } from '../emergency/dangers.ts'
import { handlingInWords, headOf, nextVerb, placeOf, subjectOf } from '../emergency/handling-words.ts'
import { telOf } from '../kit/tel-of.ts'
import { lostInWords } from '../marks/lost-words.ts'
import { clockWithSeconds } from '../platform/japan-time.ts'
import { personOf } from '../platform/token-claims.ts'
import { type FirstAnswers, siteListed } from './ask-first-calls.ts'
import { isForAhead } from './is-for-ahead.ts'
import { isEarlyOver, removeEarlyPage, showEarlyPage, slowFromMs, wantAnswer } from './early-page.ts'
import styleText from './early-dangers.css?inline'

type Viewer = AnswerOf<typeof session.userInfo>

/** Longer than that what it says is not what is now; and longer than that it is of no use. */
const currentMs = 30_000
const longestShownMs = 5 * 60_000
/** A page that nobody looks at is not painted. */
const longestPaintMs = 300
/** Further ones are counted. */
const mostShown = 10

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  given: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = Object.assign(document.createElement(tag), given)
  element.append(...children)
  return element
}

const kindOf = ({ emergency, kind }: AlertEpisode) => (emergency === '1' ? 'emergency' : kind === 'report' ? 'report' : 'danger')

const wordOf = (episode: AlertEpisode): string => {
  if (kindOf(episode) !== 'danger') return headOf(episode)
  return episode.kind === 'belt' ? alertKindNames.belt : gradeNames[3]
}

const answerButton = (episode: AlertEpisode): HTMLButtonElement => {
  const button = make('button', { type: 'button' }, nextVerb[episode.handling])
  button.addEventListener('click', () => {
    wantAnswer(episode.id)
    button.dataset['pressed'] = ''
    button.textContent = '画面を準備しています'
  })
  return button
}

const cardOf = (episode: AlertEpisode, viewer: Viewer, now: number): HTMLElement => {
  const calls = contactsOf(episode, undefined, viewer.userId).map(({ name, phone }) =>
    make('a', { href: telOf(phone), ariaLabel: `${name}へ電話 ${phone}` }, `${name}へ電話`),
  )
  const card = make(
    'article',
    { ariaLabel: `${wordOf(episode)} ${subjectOf(episode)}` },
    make(
      'p',
      { className: 'flag' },
      make('strong', {}, wordOf(episode)),
      make('span', {}, [handlingInWords(episode), episode.handledBy].filter((part) => part !== null).join('　')),
    ),
    make('h2', {}, subjectOf(episode)),
    make('p', { className: 'place' }, placeOf(episode)),
    make('p', { className: 'reason' }, `${whenInWords(episode.startedAt, now)} 発生・${episode.reason}`),
    ...(episode.lost.length > 0 ? [make('p', { className: 'reason' }, lostInWords(episode.lost))] : []),
    make('div', { className: 'actions' }, answerButton(episode), ...calls),
  )
  card.dataset['kind'] = kindOf(episode)
  return card
}

/**
 * The page of open dangers, the most urgent first.
 * @param at when the server answered
 */
const earlyPageOf = (dangers: readonly AlertEpisode[], viewer: Viewer, at: number): HTMLElement => {
  const [shown, further] = [dangers.slice(0, mostShown), dangers.length - mostShown]
  const note = make('p', { className: 'note', role: 'status' }, `${clockWithSeconds(at)} 現在。残りを読み込んでいます。`)
  const page = make(
    'div',
    {},
    make('header', {}, make('strong', {}, viewer.groupName ?? viewer.officeName ?? '')),
    make(
      'section',
      { ariaLabel: '緊急と危険' },
      make('h1', {}, `緊急と危険　${dangers.length}件`),
      note,
      ...shown.map((episode) => cardOf(episode, viewer, at)),
      ...(further > 0 ? [make('p', { className: 'note' }, `ほか${further}件`)] : []),
    ),
  )
  setTimeout(() => {
    note.textContent = `${clockWithSeconds(at)} の状態です。いまの状態は、まだ読み込めていません。`
  }, currentMs)
  return page
}

type Dated<T> = { readonly value: T; readonly at: number }

// The console takes the same answer, each once. A phone's own clock may be wrong.
const read = async <T>(answer: Promise<Response> | undefined): Promise<Dated<T> | undefined> => {
  const response = (await answer)?.clone()
  if (response?.ok !== true) return undefined
  return { value: (await response.json()) as T, at: Date.parse(response.headers.get('date') ?? '') || Date.now() }
}

const whenPainted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestPaintMs)
  })

const isSignedIn = (account: string) => String(personOf(localStorage.getItem('token') ?? '')) === account

/** A session that ends, or that is another person's from now on, takes everybody's values off the screen; and so does a long time. */
const removeInTime = (account: string): void => {
  const look = () => {
    if (!isSignedIn(account)) removeEarlyPage()
  }
  addEventListener('storage', look)
  // What a browser kept of a page that was left has heard of nothing.
  addEventListener('pageshow', look)
  setTimeout(removeEarlyPage, longestShownMs)
}

/**
 * Shows a leader on a phone who needs help, and where, before the console's code has come, from the answers that were asked for ahead.
 * Nothing where nobody is in danger: only the console can say so. The console removes it when it shows the same (`early-page.ts`).
 * Resolves once it is painted, or will not be shown.
 */
export const showEarlyDangers = async ({ account, answers }: FirstAnswers): Promise<void> => {
  const path = [...answers.keys()].find((one) => siteListed(one) !== undefined)
  if (path === undefined) return
  const [viewer, episodes] = await Promise.all([
    read<Viewer>(answers.get(session.userInfo.path)),
    read<AnswerOf<typeof alert.list>>(answers.get(path)),
  ])
  if (viewer === undefined || episodes === undefined || !isForAhead(viewer.value)) return
  const dangers = dangersAmong(episodes.value.data)
  // A leader who was moved to another site has asked of the former one.
  if (dangers.length === 0 || siteListed(path) !== String(viewer.value.officeId)) return
  await new Promise((resolve) => setTimeout(resolve, slowFromMs - performance.now()))
  // The console may be faster, and the session may have ended meanwhile, or be another person's.
  if (isEarlyOver() || !isSignedIn(account)) return
  const style = new CSSStyleSheet()
  style.replaceSync(styleText)
  document.adoptedStyleSheets.push(style)
  showEarlyPage(earlyPageOf(dangers, viewer.value, episodes.at))
  removeInTime(account)
  await whenPainted()
}
