import { expect, it } from 'vitest'
import { secretNotes, templateNotes } from '../../../src/db/seeds/data/demands.ts'
import { contentErrors } from '../../../src/domain/demands/validate-demand.ts'
import { rows } from './rows.ts'

const { demands, versions, offers } = rows.demands
const byTitle = new Map(demands.map((demand) => [demand.title, demand]))

it('demands with a template exist and are valid', () => {
  expect([...templateNotes.keys(), ...secretNotes.keys()].filter((title) => !byTitle.has(title))).toEqual([])
  const wrong = demands.flatMap((demand) => {
    const { title, categoryId, summary, templateKey = null, templateVersion = null, budget = null } = demand
    const facts = demand.facts ?? []
    const words = { demandTitle: title, categoryId, summary, facts, templateKey, templateVersion }
    return contentErrors({ ...words, questions: demand.questions ?? [], demandBudget: budget }).map(
      ({ field, message }) => `${title} ${field}: ${message}`,
    )
  })
  expect(wrong).toEqual([])
  expect(demands.filter(({ templateKey }) => templateKey != null).length).toBe(templateNotes.size)
})

it('every offer answers required questions, numbers as numbers', () => {
  const demandOf = new Map(demands.map((demand) => [demand.id, demand]))
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
  const wrong = versions.flatMap(({ offerId, answers = [] }) => {
    const questions = demandOf.get(offerOf.get(offerId)?.demandId ?? 0)?.questions ?? []
    return questions.flatMap(({ key, input, required }) => {
      const value = answers.find((answer) => answer.key === key)?.value
      if (value === undefined) return required ? [`${offerId} leaves ${key} open`] : []
      return input === 'number' && !/^\d+$/.test(value) ? [`${offerId} ${key}: ${value}`] : []
    })
  })
  expect(wrong).toEqual([])
})
