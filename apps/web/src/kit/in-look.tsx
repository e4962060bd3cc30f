import type { ComponentType, FunctionComponent } from 'react'
import { later } from './later.tsx'

/** A part that is made of antd, in antd's look, which is loaded beside it: what shows first of the console needs neither. */
export const loadInLook = async <Props extends object>(load: () => Promise<ComponentType<Props>>): Promise<FunctionComponent<Props>> => {
  const [Part, { Look }] = await Promise.all([load(), import('../platform/look.tsx')])
  return (props: Props) => (
    <Look>
      <Part {...props} />
    </Look>
  )
}

/** The same as a part that is loaded when it is needed. */
export const laterInLook = <Props extends object>(load: () => Promise<ComponentType<Props>>) => later(() => loadInLook(load))
