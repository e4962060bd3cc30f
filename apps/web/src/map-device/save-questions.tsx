import { dialogTitles } from '@mimamori/contract/message-text'
import { message } from '@mimamori/contract/messages'
import { confirm } from '../kit/dialogs.ts'
import type { Follower } from './followers.ts'
import styles from './save-questions.module.css'

// A dialog has room for no more names.
const mostNamed = 10

/** C040: asks before devices that are linked to a moved one move along, and names them. */
export const askToMoveAlong = (followers: readonly Follower[]): Promise<boolean> =>
  confirm({
    verb: '続ける',
    body: (
      <>
        <p>{message('C040')}</p>
        <ul className={styles['names']}>
          {followers.slice(0, mostNamed).map(({ device, leader }) => (
            <li key={device.key}>
              <span className="id">{device.serial}</span>（<span className="id">{leader.serial}</span> と同じ位置へ）
            </li>
          ))}
          {followers.length > mostNamed && <li>ほか{followers.length - mostNamed}台</li>}
        </ul>
      </>
    ),
  })

/** C022: somebody else was first; what was typed here is kept through the reading. */
export const askToRefetch = (unsaved: number): Promise<boolean> =>
  confirm({
    verb: '読み込み直す',
    cancel: '編集に戻る',
    body: (
      <>
        <p>{message('C022')}</p>
        <p className={styles['note']}>
          ここで変えた{unsaved}
          台は、まだ保存していません。読み込み直しても残ります。ほかの人も変えた機器には印が付くので、確かめてから、もう一度保存してください。
        </p>
      </>
    ),
  })

/** Says that somebody deleted the map: there is nothing to save here any more. */
export const sayMapIsGone = (): Promise<boolean> =>
  confirm({
    title: dialogTitles.failure,
    verb: 'マップ設定に戻る',
    cancel: null,
    body: 'このマップは、ほかの人が削除しました。置いてあった機器は未配置に戻っています。ここでの変更は保存できません。',
  })

/** Asks before a device is taken off the map. */
export const askToTakeOff = (serial: string): Promise<boolean> =>
  confirm({ verb: '外す', body: `「${serial}」をマップから外し、未配置に戻します。機器は削除されず、測定値も残ります。` })
