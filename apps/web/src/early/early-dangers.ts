import { type alert, alertKindNames, type AlertEpisode } from '@mimamori/contract/alert'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { gradeNames } from '@mimamori/contract/labels'
import { session } from '@mimamori/contract/session'
import { whenInWords } from '../emergency/alert-words.ts'
import { contactsOf } from '../emergency/contacts.ts'
import { dangersAmong } from '../emergency/dangers.ts'
import { handlingInWords, headOf, nextVerb, placeOf, subjectOf } from '../emergency/handling-words.ts'
import { telOf } from '../kit/tel-of.ts'
import { clockWithSeconds } from '../platform/japan-time.ts'
import { personOf } from '../platform/token-claims.ts'
import { isListOfSite } from './ask-first-calls.ts'
import { isForAhead } from './is-for-ahead.ts'
import { isEarlyOver, removeEarlyPage, showEarlyPage, slowFromMs, wantAnswer } from './early-page.ts'
import styleText from './early-dangers.css?inline'

type Answers = ReadonlyMap<string, Promise<Response>>
type Viewer = AnswerOf<typeof session.userInfo>

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
    button.disabled = true
    button.textContent = '開いています'
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
      make('span', {}, `${handlingInWords(episode)}・${whenInWords(episode.startedAt, now)}から`),
    ),
    make('h2', {}, subjectOf(episode)),
    make('p', { className: 'place' }, placeOf(episode)),
    make('p', { className: 'reason' }, [episode.reason, episode.groupName].filter((part) => part !== null).join('・')),
    make('div', { className: 'actions' }, answerButton(episode), ...calls),
  )
  card.dataset['kind'] = kindOf(episode)
  return card
}

/** The page of the open dangers, the most urgent first. */
export const earlyPageOf = (episodes: readonly AlertEpisode[], viewer: Viewer, now: number): HTMLElement => {
  const dangers = dangersAmong(episodes)
  const [shown, further] = [dangers.slice(0, mostShown), dangers.length - mostShown]
  return make(
    'div',
    {},
    make('header', {}, make('strong', {}, viewer.officeName ?? '')),
    make(
      'section',
      { ariaLabel: '緊急と危険' },
      make('h1', {}, dangers.length === 0 ? 'いま、緊急と危険はありません' : `緊急と危険　${dangers.length}件`),
      make('p', { className: 'note', role: 'status' }, `${clockWithSeconds(now)} 現在。残りを読み込んでいます。`),
      ...shown.map((episode) => cardOf(episode, viewer, now)),
      ...(further > 0 ? [make('p', { className: 'note' }, `ほか${further}件`)] : []),
    ),
  )
}

// The console takes the same answer, each once.
const read = async <T>(answer: Promise<Response> | undefined): Promise<T | undefined> => {
  const response = (await answer)?.clone()
  return response?.ok === true ? ((await response.json()) as T) : undefined
}

const whenPainted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestPaintMs)
  })

/** A session that ends, or that is another person's from now on, takes everybody's values off the screen. */
const removeWithSession = () => {
  const signedIn = () => personOf(localStorage.getItem('token') ?? '')
  const person = signedIn()
  addEventListener('storage', () => {
    if (signedIn() !== person) removeEarlyPage()
  })
}

/**
 * Shows a leader on a phone who needs help, and where, before the console's code has come, from the answers that were asked for ahead.
 * The console removes it when it shows the same (`early-page.ts`). Resolves once it is painted, or will not be shown.
 */
export const showEarlyDangers = async (answers: Answers): Promise<void> => {
  const path = [...answers.keys()].find(isListOfSite)
  if (path === undefined) return
  const [viewer, episodes] = await Promise.all([
    read<Viewer>(answers.get(session.userInfo.path)),
    read<AnswerOf<typeof alert.list>>(answers.get(path)),
  ])
  if (viewer === undefined || episodes === undefined || !isForAhead(viewer)) return
  await new Promise((resolve) => setTimeout(resolve, slowFromMs - performance.now()))
  // The console may be faster, and the session may have ended meanwhile.
  if (isEarlyOver() || localStorage.getItem('token') === null) return
  const style = new CSSStyleSheet()
  style.replaceSync(styleText)
  document.adoptedStyleSheets.push(style)
  showEarlyPage(earlyPageOf(episodes.data, viewer, Date.now()))
  removeWithSession()
  await whenPainted()
}
