import SoundOutlined from '@ant-design/icons/SoundOutlined'
import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import type { Duty, DutyBriefing } from '@mimamori/contract/duty'
import { Button, Checkbox, Segmented } from 'antd'
import { useId, useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { unsentBriefings, useMissingPeople, withoutUnsent } from '../organisation/duty/missing-people.ts'
import { useOwnActions } from '../platform/action-queue/own-actions.ts'
import { useNow } from '../platform/clock.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { useViewer } from '../platform/viewer.ts'
import { type BriefingDetails, briefPeople } from './brief-actions.ts'
import { DetailsDialog } from './details-dialog.tsx'
import styles from './missing-panel.module.css'
import { dayInWords, languageInWords, momentOf } from './words.ts'

const atFirst = 50
const more = 200
const minuteMs = 60_000

type RowProps = {
  readonly person: DutyBriefing
  readonly isLate: boolean
  readonly isTicked: boolean
  readonly onTick: (ticked: boolean) => void
}

const Row = ({ person, isLate, isTicked, onTick }: RowProps) => (
  <li>
    <Checkbox className={styles['row'] ?? ''} checked={isTicked} onChange={(event) => onTick(event.target.checked)}>
      <span className={styles['person']}>
        <span className={styles['name']}>
          {person.fullName} <small>{person.furigana}</small>
        </span>
        {isLate && <strong>あとから加わった人</strong>}
        <span>{person.groupName ?? 'グループなし'}</span>
        <span>{person.affiliation1 ?? '所属会社なし'}</span>
        <span className={styles['language']}>
          <GlobalOutlined aria-hidden="true" />
          {languageInWords(person.ownLanguage)}
        </span>
      </span>
    </Checkbox>
  </li>
)

type BriefProps = {
  readonly officeId: number
  readonly version: number
  readonly people: readonly DutyBriefing[]
  /** How many rows were asked for: those that appear because more are asked for are no late ones. */
  readonly limit: number
}

const verbs = { meeting: '朝礼で', paper: '紙で' } as const

/**
 * The people who are on the list for the first time after it was opened: nobody has seen whether they were at the briefing. Those who
 * come by asking for more rows are not among them.
 */
const useLatePeople = (people: readonly DutyBriefing[], limit: number): ReadonlySet<number> => {
  const [seen, setSeen] = useState({ limit, ids: new Set(people.map(({ userId }) => userId)), late: new Set<number>() })
  const unseen = people.filter(({ userId }) => !seen.ids.has(userId)).map(({ userId }) => userId)
  if (unseen.length === 0) return seen.late
  const late = seen.limit === limit ? new Set([...seen.late, ...unseen]) : seen.late
  setSeen({ limit, ids: new Set([...seen.ids, ...unseen]), late })
  return late
}

/** Ticks, and the one button that records that those were briefed. */
const Brief = ({ officeId, version, people, limit }: BriefProps) => {
  const viewer = useViewer()
  const now = useNow(minuteMs)
  const dialog = useOpener()
  const late = useLatePeople(people, limit)
  // What somebody chose; nobody's choice is a tick, except for late people.
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [given, setGiven] = useState<BriefingDetails>()
  const details: BriefingDetails = given ?? { speaker: viewer.displayName, means: 'meeting', language: 'ja', doneAt: undefined }
  const isTicked = (userId: number) => chosen.get(userId) ?? !late.has(userId)
  const ticked = people.filter(({ userId }) => isTicked(userId))
  const isAll = ticked.length === people.length
  const briefing = useSingleMutation({
    mutationFn: () =>
      briefPeople(
        { officeId, version },
        ticked.map(({ userId }) => userId),
        details,
      ),
    // Without a network it is kept and sent later.
    networkMode: 'always',
    onSuccess: () => setGiven(undefined),
  })
  return (
    <>
      {people.length > 1 && (
        <Checkbox
          className={styles['all'] ?? ''}
          checked={isAll}
          indeterminate={!isAll && ticked.length > 0}
          onChange={() => setChosen(new Map(people.map(({ userId }) => [userId, !isAll])))}
        >
          すべて選ぶ
        </Checkbox>
      )}
      <ul className={styles['rows']}>
        {people.map((person) => (
          <Row
            key={person.userId}
            person={person}
            isLate={late.has(person.userId)}
            isTicked={isTicked(person.userId)}
            onTick={(ticks) => setChosen(new Map([...chosen, [person.userId, ticks]]))}
          />
        ))}
      </ul>
      <div className={styles['action']}>
        <Button
          type="primary"
          size="large"
          className={styles['button'] ?? ''}
          icon={<SoundOutlined aria-hidden="true" />}
          disabled={ticked.length === 0}
          loading={briefing.isPending}
          onClick={() => briefing.mutate()}
        >
          {ticked.length === 0 ? '知らせた人を選んでください' : `${verbs[details.means]}${ticked.length}人に周知した`}
        </Button>
        <p className={styles['details']}>
          <span>
            話した人 <b>{details.speaker}</b>
          </span>
          <span>
            日時 <b>{momentOf(details.doneAt ?? now)}</b>
          </span>
          <span>
            言語 <b>{languageInWords(details.language)}</b>
          </span>
          <Button type="link" className={styles['change'] ?? ''} onClick={dialog.open}>
            変える
          </Button>
        </p>
      </div>
      {dialog.isOpen && <DetailsDialog details={details} now={now} onChange={setGiven} onClose={dialog.close} />}
    </>
  )
}

const titleOf = (count: number, starting: number, isAllNew: boolean) =>
  isAllNew && count > 0
    ? { title: '今日から入る人', note: '手順をまだ知らせていません' }
    : {
        title: 'まだ知らせていない人',
        note: starting > 0 ? `うち今日から入る人 ${starting}人` : '手順が新しくなりました',
      }

type Props = { readonly officeId: number; readonly groupId: number | undefined; readonly duty: Duty }

/** Who was not briefed of the version in force, or of one that starts later, and the button that records that they were. */
export const MissingPanel = ({ officeId, groupId, duty }: Props) => {
  const id = useId()
  const [limit, setLimit] = useState(atFirst)
  const { latest } = duty
  const isNextKnown = latest.version > duty.version && duty.version > 0
  const [isNext, setIsNext] = useState(false)
  const version = duty.version === 0 || (isNext && isNextKnown) ? latest.version : duty.version
  const result = useMissingPeople({ officeId, groupId, version, limit })
  const { waiting } = useOwnActions()
  if (result.data === undefined) return <NoAnswerYet result={result} />
  const { data: people, count } = withoutUnsent(result.data, unsentBriefings(officeId, waiting))
  const starting = people.filter(({ isNew }) => isNew).length
  const isAllNew = starting === count
  const { title, note } = titleOf(count, starting, isAllNew)
  const hidden = count - people.length
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      {result.error !== null && <StaleBanner result={result} />}
      {isNextKnown && (
        <Segmented
          className={styles['versions'] ?? ''}
          aria-label="周知する版"
          value={isNext ? 'next' : 'now'}
          options={[
            { value: 'now', label: `版${duty.version}（適用中）` },
            { value: 'next', label: `版${latest.version}（${latest.validFrom === null ? '' : dayInWords(latest.validFrom)}から）` },
          ]}
          onChange={(chosen) => setIsNext(chosen === 'next')}
        />
      )}
      <header className={styles['header']}>
        <h2 id={id}>
          {title} <strong>{count}</strong>人
        </h2>
        {count > 0 && <span>{note}</span>}
      </header>
      {count === 0 ? (
        <p className={styles['none']}>版{version}は、全員に知らせました。新しく入る人がいると、ここに出ます。</p>
      ) : (
        <>
          <Brief key={version} officeId={officeId} version={version} people={people} limit={limit} />
          {hidden > 0 && (
            <Button type="text" block onClick={() => setLimit(Math.min(limit + more, 1_000))}>
              ほか{hidden}人を出す
            </Button>
          )}
        </>
      )}
    </section>
  )
}
