import { type Subject, subjects, tabsOf } from '@mimamori/contract/navigation'
import { screens } from '@mimamori/contract/screens'
import type { ReactNode } from 'react'
import { PageTitle } from '../../kit/page-title.tsx'
import { ScreenTabs } from '../../kit/screen-tabs.tsx'
import { useScreenTitle } from '../../platform/screen.ts'
import { useViewer } from '../../platform/viewer.ts'

/** The name of a subject, and for those who cannot see the tabs that of the screen. */
export const SubjectName = ({ subject }: { readonly subject: Subject }) => (
  <>
    {subjects[subject].title}
    <span className="visually-hidden">　{useScreenTitle()}</span>
  </>
)

type TabsProps = {
  readonly subject: Subject
  /** What goes along to the next screen. */
  readonly search: Readonly<Record<string, unknown>>
}

/** The screens of a subject that the viewer may open, side by side. */
export const SubjectTabs = ({ subject, search }: TabsProps) => {
  const tabs = tabsOf(useViewer(), subject).map((name) => ({ path: screens[name].path, label: screens[name].title }))
  return <ScreenTabs label={`${subjects[subject].title}の画面`} tabs={tabs} search={search} />
}

type TitleProps = TabsProps & {
  /** What this one is about, or how many there are. */
  readonly count?: ReactNode
  /** The screen's choices and actions. */
  readonly children?: ReactNode
}

/** The heading of a screen that is one of several tabs of a subject, with the tabs. */
export const SubjectTitle = ({ subject, search, count, children }: TitleProps) => (
  <>
    <PageTitle title={<SubjectName subject={subject} />} count={count}>
      {children}
    </PageTitle>
    <SubjectTabs subject={subject} search={search} />
  </>
)
