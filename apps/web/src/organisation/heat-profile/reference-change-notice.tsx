import { endpoints } from '@mimamori/contract/endpoints'
import type { ReferenceChange } from '@mimamori/contract/office'
import { screens } from '@mimamori/contract/screens'
import InfoCircleOutlined from '@ant-design/icons-svg/es/asn/InfoCircleOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { call } from '../../platform/api.ts'
import { queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import { useViewer } from '../../platform/viewer.ts'
import { SvgIcon } from '../../kit/svg-icon.tsx'
import { PlainButton } from '../../kit/plain-button.tsx'
import styles from './reference-change-notice.module.css'

type SiteProps = { readonly change: ReferenceChange; readonly mayChangeOffice: boolean }

/** A site, where to say that its people are used to the heat, and that it has been read. */
const Site = ({ change: { officeId, officeName, people }, mayChangeOffice }: SiteProps) => {
  const client = useQueryClient()
  const closing = useSingleMutation({
    mutationFn: () => call(endpoints.office.closeReferenceChange, { params: { id: officeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [endpoints.office.referenceChanges.path] }),
  })
  return (
    <li className={styles['site']}>
      <span className={styles['name']}>
        {officeName}　{people}人
      </span>
      <span className={styles['links']}>
        <ScreenLink to={screens.groupList.path} search={{ officeId }}>
          グループの設定を開く
        </ScreenLink>
        {mayChangeOffice && (
          <ScreenLink to={screens.officeEdit.path} params={{ id: String(officeId) }}>
            拠点の設定を開く
          </ScreenLink>
        )}
      </span>
      <PlainButton aria-label={`${officeName}のお知らせを閉じる`} loading={closing.isPending} onClick={() => closing.mutate()}>
        閉じる
      </PlainButton>
    </li>
  )
}

/**
 * That the reference value of people fell when the unknown began to count as not acclimatised: by site, until it is closed.
 * @param officeId undefined for all sites of the viewer's company
 */
export const ReferenceChangeNotice = ({ officeId }: { readonly officeId: number | undefined }) => {
  const { data = [] } = useQuery(queryOf(endpoints.office.referenceChanges, { query: { officeId } }))
  const { roleKey } = useViewer()
  if (data.length === 0) return null
  const mayChangeOffice = screens.officeEdit.roles.some((role) => role === roleKey)
  return (
    <section className={styles['notice']} aria-label="基準値のお知らせ">
      <SvgIcon icon={InfoCircleOutlined} className={styles['icon']} />
      <div className={styles['text']}>
        <h2 className={styles['title']}>基準値の下がった人がいます</h2>
        <p>
          暑さに慣れているか分からない人を、慣れていない人として見守るようにしました。暑さの中で2時間以上働いた日が測定で7日そろうと、慣れた人の基準値に変わります。
        </p>
        <p>すでに暑さに慣れた人だけのグループは、グループの「暑熱順化」を「慣れている」にしてください。</p>
        <ul className={styles['sites']}>
          {data.map((change) => (
            <Site key={change.officeId} change={change} mayChangeOffice={mayChangeOffice} />
          ))}
        </ul>
      </div>
    </section>
  )
}
