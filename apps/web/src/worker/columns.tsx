import { labels } from '@mimamori/contract/labels'
import { languageNames } from '@mimamori/contract/language'
import type { UserRole } from '@mimamori/contract/person'
import type { userSortKeys } from '@mimamori/contract/user-role'
import type { Column } from '../kit/data-table.tsx'
import { Id, loginIdColumn, nameColumn, orNone, phoneColumn, TwoLines } from '../organisation/accounts/person-cells.tsx'
import styles from './columns.module.css'

type WorkerColumn = Column<UserRole, (typeof userSortKeys)[number]>

const beltColumn: WorkerColumn = { key: 'safetyBeltId', title: labels.user.safetyBeltId, render: (row) => <Id>{row.safetyBeltId}</Id> }

/** Leaders are emphasised among the workers they lead. */
const Role = ({ row }: { readonly row: UserRole }) => (
  <span className={row.role === 'User' ? styles['worker'] : styles['leader']}>{row.roleJp}</span>
)

const affiliations = (row: UserRole) => [row.affiliation1, row.affiliation2, row.affiliation3].filter(Boolean).join('　')

// Japanese, or nothing chosen, is what everybody expects.
const languageOf = ({ language }: UserRole) => (language === null || language === 'ja' ? '' : languageNames[language].japanese)

const groupColumn: WorkerColumn = {
  key: 'groupName',
  title: 'グループ・所属',
  sortKey: 'groupName',
  render: (row) => <TwoLines first={<span className={styles['plain']}>{orNone(row.groupName)}</span>} second={affiliations(row)} />,
}

// Where one list holds several offices, the office comes first and takes the group's line.
const officeColumn: WorkerColumn = {
  key: 'officeName',
  title: '拠点・グループ',
  sortKey: 'officeName',
  render: (row) => (
    <TwoLines
      first={<span className={styles['plain']}>{orNone(row.officeName)}</span>}
      second={[row.groupName, affiliations(row)].filter(Boolean).join('・')}
    />
  ),
}

type Settings = { readonly severalOffices: boolean; readonly belts: boolean }

/** The columns of the worker list. */
export const workerColumns = ({ severalOffices, belts }: Settings): readonly WorkerColumn[] => [
  nameColumn(),
  loginIdColumn,
  { key: 'workerCode', title: labels.user.workerCode, sortKey: 'workerCode', render: (row) => <Id>{row.workerCode}</Id> },
  { key: 'role', title: labels.user.role, render: (row) => <TwoLines first={<Role row={row} />} second={languageOf(row)} /> },
  severalOffices ? officeColumn : groupColumn,
  { key: 'meditagId', title: labels.user.meditagId, render: (row) => <Id>{row.meditagId}</Id> },
  ...(belts ? [beltColumn] : []),
  phoneColumn,
]
