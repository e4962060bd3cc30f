import LockOutlined from '@ant-design/icons/LockOutlined'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceBar } from '../kit/choice-bar.tsx'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { useCompanyChoices, useOfficeChoices, useOffices } from '../organisation/offices/office-choices.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './office-choice.module.css'

const unchosen = '選んでください'

/** The site of somebody who has one. */
export const OwnOffice = ({ name }: { readonly name: string }) => (
  <span className={styles['own']}>
    {name}
    <LockOutlined aria-hidden="true" />
  </span>
)

/** The site whose maps these are: after its company where the viewer sees several. */
export const OfficeChoice = ({ officeId }: { readonly officeId: number | undefined }) => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const companies = useCompanyChoices()
  const offices = useOffices()
  const [chosenCompany, setCompany] = useState<number>()
  const ofOffice = offices?.find((office) => office.officeId === officeId)?.companyId
  const companyId = viewer.companyId ?? chosenCompany ?? ofOffice
  const choices = useOfficeChoices(companyId)
  return (
    <ChoiceBar>
      {viewer.companyName === null ? (
        <SelectFilter label={labels.user.companyName} value={companyId} choices={companies} all={unchosen} onChange={setCompany} />
      ) : (
        <FixedFilter label={labels.user.companyName} value={viewer.companyName} />
      )}
      <SelectFilter
        label={labels.user.officeName}
        value={companyId === ofOffice ? officeId : undefined}
        choices={choices}
        all={companyId === undefined ? '会社を選ぶと出ます' : unchosen}
        onChange={(chosen) => void navigate({ to: screens.mapSetting.path, search: { OfficeId: chosen } })}
      />
    </ChoiceBar>
  )
}
