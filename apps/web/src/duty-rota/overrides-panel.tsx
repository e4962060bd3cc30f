import { dutyRota, type RotaOverride, rotaPlaceText, rotaShiftText } from '@mimamori/contract/duty-rota'
import { Button } from 'antd'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './overrides-panel.module.css'
import { RotaCard } from './rota-card.tsx'

/** Reads again whatever is shown of the rota. */
export const refreshRota = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: [dutyRota.read.path] })

const consequenceOf = ({ fullName, insteadOf, ...place }: RotaOverride) =>
  `${rotaPlaceText(place)}の、${fullName}さんの代わりをやめます。${insteadOf === null ? 'この順番は空きに戻ります。' : `もとの${insteadOf}さんに戻ります。`}`

type Props = { readonly officeId: number; readonly overrides: readonly RotaOverride[]; readonly isReadOnly: boolean }

/** Who takes whose place in shifts that are not over. */
export const OverridesPanel = ({ officeId, overrides, isReadOnly }: Props) => {
  const removal = useSingleMutation({
    mutationFn: async (override: RotaOverride) => {
      if (!(await confirm({ body: consequenceOf(override), verb: '代わりをやめる', cancel: 'そのままにする' }))) return
      await call(dutyRota.removeOverride, { params: { officeId, id: override.id } })
      notify.success('代わりをやめました。')
    },
    onError: (error) => void showFailure(error),
    onSettled: refreshRota,
  })
  return (
    <RotaCard title="代わりの予定" note="終わった代わりは、操作の記録に残ります">
      {overrides.length === 0 ? (
        <p className={styles['none']}>代わりの予定はありません。</p>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">いつ</th>
              <th scope="col">順番</th>
              <th scope="col">もとの人</th>
              <th scope="col">代わり</th>
              <th scope="col">わけ</th>
              <th scope="col">決めた人</th>
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {overrides.map((override) => (
              <tr key={override.id}>
                <td>
                  <b>{rotaShiftText(override)}</b>
                </td>
                <td>{override.place}番目</td>
                <td data-before>{override.insteadOf ?? '空き'}</td>
                <td>
                  <b>{override.fullName}</b>
                </td>
                <td className={styles['reason']}>{override.reason}</td>
                <td className={styles['decided']}>
                  <span>{override.decidedBy}</span>{' '}
                  <span>
                    {Number(override.decidedAt.slice(5, 7))}/{Number(override.decidedAt.slice(8, 10))}
                  </span>
                </td>
                <td className={styles['action']}>
                  {override.isRemovable && !isReadOnly && (
                    <Button
                      type="link"
                      aria-label={`${rotaPlaceText(override)}の代わりをやめる`}
                      loading={removal.isPending}
                      onClick={() => removal.mutate(override)}
                    >
                      やめる
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </RotaCard>
  )
}
