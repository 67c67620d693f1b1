import { expect, test } from 'vitest'
import { demandStepWords, offerStepWords, stepConcernsSuppliers } from '../../../src/domain/demands/history-words.ts'

const step = (event: string, fromStatus: string, toStatus: string) => ({ event, fromStatus, toStatus })

test('a deleted demand is not told as one that was closed', () => {
  expect(demandStepWords(step('delete', 'closed', 'closed'))).toBe('需求已删除')
  expect(demandStepWords(step('close', 'open', 'closed'))).toBe('需求已关闭')
})

test('submitting again is an update, and what has no words of its own tells its state', () => {
  expect(offerStepWords(step('submit', 'draft', 'submitted'))).toBe('提交报价')
  expect(offerStepWords(step('submit', 'submitted', 'submitted'))).toBe('更新报价')
  expect(offerStepWords(step('other', 'submitted', 'lost'))).toBe('状态变为未中标')
})

test('suppliers are told of a demand from its opening on, and of no reminder', () => {
  const told = [step('submit', 'draft', 'pending_review'), step('pass', 'pending_review', 'open')]
  expect([...told, step('remind', 'open', 'open')].map(stepConcernsSuppliers)).toEqual([false, true, false])
})
