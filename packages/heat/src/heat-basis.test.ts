import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heatBasisOn, type HeatLayer } from './heat-basis.ts'
import { clothingAdjustment, type Clothing, referenceWbgt } from './wbgt.ts'

const silent: HeatLayer = { metabolicClass: null, acclimatised: null, clothing: null }
const day = '2026-07-20'

describe('heat basis', () => {
  it('is class 2, not acclimatised, in work clothes, where nobody says otherwise', () => {
    const basis = {
      metabolicClass: 2,
      acclimatised: false,
      clothing: 'workClothes',
      origins: { metabolicClass: 'default', acclimatised: 'default', clothing: 'default' },
      referenceWbgt: 26,
      clothingAdjustment: 0,
      limitWbgt: 26,
      exposureWbgt: 26,
      attentionReferenceWbgt: 26,
    }
    expect(heatBasisOn(day, {})).toEqual(basis)
    expect(heatBasisOn(day, { office: silent, group: silent, worker: { ...silent, firstExposureOn: '' } })).toEqual(basis)
  })

  it('takes each value from the nearest that says something, falsy values included', () => {
    const basis = heatBasisOn(day, {
      office: { metabolicClass: 3, acclimatised: true, clothing: 'polyolefinCoverall' },
      group: { ...silent, clothing: 'doubleWoven' },
      worker: { metabolicClass: 0, acclimatised: false, clothing: null },
    })
    expect(basis).toMatchObject({ metabolicClass: 0, acclimatised: false, clothing: 'doubleWoven' })
    expect(basis.origins).toEqual({ metabolicClass: 'worker', acclimatised: 'worker', clothing: 'group' })
    expect(basis).toMatchObject({ referenceWbgt: 32, clothingAdjustment: 3, limitWbgt: 29, exposureWbgt: 29 })
  })

  it.each([
    ['2026-07-14', null, false, 'firstExposure'],
    ['2026-07-13', null, true, 'firstExposure'],
    ['2026-06-29', null, true, 'firstExposure'],
    ['2026-06-28', null, false, 'group'],
    ['2026-07-14', true, true, 'worker'],
    ['2026-07-13', false, false, 'worker'],
    [null, null, false, 'group'],
  ] as const)('with a first exposure on %s and %s said, acclimatised is %s by %s', (firstExposureOn, input, acclimatised, origin) => {
    const basis = heatBasisOn(day, {
      office: { ...silent, acclimatised: true },
      group: { ...silent, acclimatised: false },
      worker: { ...silent, acclimatised: input, firstExposureOn },
    })
    expect(basis).toMatchObject({ acclimatised, origins: { acclimatised: origin } })
  })

  it.each([
    ['enough exposure days come before the first day in the heat', '2026-07-19', null, true, true, 'observed'],
    ['and before group and office', null, null, true, true, 'observed'],
    ['but after what the worker says', null, false, true, false, 'worker'],
    ['too few leave it to the first week', '2026-07-14', null, false, false, 'firstExposure'],
    ['too few say that a first day a week ago was not enough', '2026-07-13', null, false, false, 'group'],
    ['too few leave it to group and office', null, null, false, false, 'group'],
    ['nothing measured leaves it to them', null, null, null, false, 'group'],
  ] as const)('%s', (_, firstExposureOn, input, observedAcclimatised, acclimatised, origin) => {
    const basis = heatBasisOn(day, {
      office: { ...silent, acclimatised: true },
      group: { ...silent, acclimatised: false },
      worker: { ...silent, acclimatised: input, observedAcclimatised, firstExposureOn },
    })
    expect(basis).toMatchObject({ acclimatised, origins: { acclimatised: origin } })
  })

  it.each(['office', 'group'] as const)('takes an %s at its word for people with too few exposure days, or none', (place) => {
    for (const observedAcclimatised of [false, null]) {
      const basis = heatBasisOn(day, { [place]: { ...silent, acclimatised: true }, worker: { ...silent, observedAcclimatised } })
      expect(basis).toMatchObject({ acclimatised: true, referenceWbgt: 28, origins: { acclimatised: place } })
    }
  })

  it('says that too few exposure days were measured, where nobody says otherwise', () => {
    const basis = heatBasisOn(day, { worker: { ...silent, observedAcclimatised: false } })
    expect(basis).toMatchObject({ acclimatised: false, referenceWbgt: 26, origins: { acclimatised: 'observed' } })
  })

  it('is not acclimatised for somebody 要注意, whatever anybody says', () => {
    const worker = { ...silent, metabolicClass: 3, acclimatised: true, observedAcclimatised: true, attention: true }
    expect(heatBasisOn(day, { worker })).toMatchObject({ acclimatised: false, referenceWbgt: 23, origins: { acclimatised: 'attention' } })
    expect(heatBasisOn(day, { worker: { ...worker, attention: false } })).toMatchObject({ acclimatised: true, attentionReferenceWbgt: 23 })
  })

  it('refuses a first exposure that is no date, where it decides', () => {
    expect(() => heatBasisOn(day, { worker: { ...silent, firstExposureOn: '昨日' } })).toThrow(RangeError)
    expect(heatBasisOn(day, { worker: { ...silent, acclimatised: true, firstExposureOn: '昨日' } }).acclimatised).toBe(true)
  })

  const layer = fc.option(
    fc.record({
      metabolicClass: fc.option(fc.integer({ min: 0, max: 4 })),
      acclimatised: fc.option(fc.boolean()),
      clothing: fc.option(fc.constantFrom<Clothing>('workClothes', 'polyolefinCoverall', 'impermeableCoverallWithHood')),
    }),
    { nil: undefined },
  )

  it('holds for all input: a value is the one of its origin, and the limits follow from the values', () => {
    fc.assert(
      fc.property(layer, layer, layer, (office, group, worker) => {
        const input = { office, group, worker, default: { metabolicClass: 2, acclimatised: false, clothing: 'workClothes' } } as const
        const basis = heatBasisOn(day, { ...(office && { office }), ...(group && { group }), ...(worker && { worker }) })
        for (const name of ['metabolicClass', 'acclimatised', 'clothing'] as const) {
          const order = ['worker', 'group', 'office', 'default'] as const
          const origin = order.find((place) => input[place]?.[name] != null)
          expect(basis.origins[name]).toBe(origin)
          expect(basis[name]).toBe(input[origin ?? 'default']?.[name])
        }
        expect(basis.referenceWbgt).toBe(referenceWbgt(basis.metabolicClass, basis.acclimatised))
        expect(basis.clothingAdjustment).toBe(clothingAdjustment(basis.clothing))
        expect(basis.limitWbgt).toBe(basis.referenceWbgt - basis.clothingAdjustment)
      }),
    )
  })
})
