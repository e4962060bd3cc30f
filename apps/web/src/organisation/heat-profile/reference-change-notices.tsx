import { endpoints } from '@mimamori/contract/endpoints'
import type { ReferenceChange } from '@mimamori/contract/office'
import { screens } from '@mimamori/contract/screens'
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { call } from '../../platform/api.ts'
import { queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import { useViewer } from '../../platform/viewer.ts'
import styles from './reference-change-notices.module.css'

/** Where the viewer says that the people of a group, or of the site, are used to the heat. */
const Places = ({ officeId }: Pick<ReferenceChange, 'officeId'>) => {
  const { roleKey } = useViewer()
  const mayChangeOffice = screens.officeEdit.roles.some((role) => role === roleKey)
  return (
    <p className={styles['links']}>
      <Link to={screens.groupList.path} search={{ officeId }}>
        グループの設定を開く
      </Link>
      {mayChangeOffice && (
        <Link to={screens.officeEdit.path} params={{ id: String(officeId) }}>
          拠点の設定を開く
        </Link>
      )}
    </p>
  )
}

const Notice = ({ change: { officeId, officeName, people } }: { readonly change: ReferenceChange }) => {
  const client = useQueryClient()
  const closing = useSingleMutation({
    mutationFn: () => call(endpoints.office.closeReferenceChange, { params: { id: officeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [endpoints.office.referenceChanges.path] }),
  })
  return (
    <section className={styles['notice']} aria-label={`${officeName}の基準値のお知らせ`}>
      <InfoCircleOutlined className={styles['icon']} aria-hidden />
      <div className={styles['text']}>
        <h2 className={styles['title']}>{`${officeName}で、${people}人の基準値が下がりました`}</h2>
        <p>
          暑さに慣れているか分からない人を、慣れていない人として見守るようにしました。暑さの中で2時間以上働いた日が測定で7日そろうと、慣れた人の基準値に変わります。
        </p>
        <p>すでに暑さに慣れた人だけのグループは、グループの「暑熱順化」を「慣れている」にしてください。</p>
        <Places officeId={officeId} />
      </div>
      <Button className={styles['close'] ?? ''} loading={closing.isPending} onClick={() => closing.mutate()}>
        閉じる
      </Button>
    </section>
  )
}

/**
 * That the reference value of people fell when the unknown began to count as not acclimatised: by site, until it is closed.
 * @param officeId undefined for all sites of the viewer's company
 */
export const ReferenceChangeNotices = ({ officeId }: { readonly officeId: number | undefined }) => {
  const { data = [] } = useQuery(queryOf(endpoints.office.referenceChanges, { query: { officeId } }))
  return data.map((change) => <Notice key={change.officeId} change={change} />)
}
