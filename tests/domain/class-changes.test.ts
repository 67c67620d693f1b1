import { expect, test } from 'vitest'
import { changedParts, describeClassChanges, type ClassContent } from '../../src/domain/live/class-changes.ts'
import { awaitsReview } from '../../src/domain/live/classes.ts'

const before: ClassContent = {
  kind: 'lecture',
  topics: ['cmc'],
  title: '晶型筛选',
  summary: '入门',
  outline: '',
  speaker: '岳明朗',
  speakerTitle: '商务经理',
  speakerAbout: '',
  figure: 'gel',
  capacity: 0,
  replay: true,
  startsAt: '2026-12-01T02:00:00.000Z',
  endsAt: '2026-12-01T03:00:00.000Z',
}

test.each<[Partial<ClassContent>, string]>([
  [{}, ''],
  // The same moment in another zone is the same.
  [{ startsAt: '2026-12-01T10:00:00.000+08:00' }, ''],
  [{ kind: 'training' }, '类型'],
  [{ topics: ['cmc', 'safety'] }, '分类'],
  [{ title: '盐型筛选' }, '课程'],
  [{ summary: '进阶' }, '简介'],
  [{ outline: '一\n二' }, '课程内容'],
  [{ speaker: '沈一舟' }, '主讲人'],
  [{ speakerTitle: '总监' }, '主讲人'],
  [{ speakerAbout: '十年' }, '主讲人介绍'],
  [{ figure: 'pk' }, '封面'],
  [{ endsAt: '2026-12-01T03:30:00.000Z' }, '时间'],
  [{ capacity: 20 }, '预约名额'],
  [{ replay: false, title: '盐型筛选' }, '课程、回放'],
])('a class changed by %o says so', (change, words) => {
  expect(describeClassChanges(before, { ...before, ...change })).toBe(words)
})

test('a changed part has its old and new value', () => {
  expect(changedParts(before, { ...before, capacity: 20 })).toEqual([
    { label: '预约名额', before: '不限', value: '20 人' },
  ])
})

test('an operator reviews pending classes and changes of published ones', () => {
  const waits = { status: 'pending_review' } as const
  expect(awaitsReview({ status: 'pending_review', change: null })).toBe(true)
  expect(awaitsReview({ status: 'published', change: null })).toBe(false)
  expect(awaitsReview({ status: 'published', change: waits })).toBe(true)
  expect(awaitsReview({ status: 'published', change: { status: 'rejected' } })).toBe(false)
  expect(awaitsReview({ status: 'cancelled', change: waits })).toBe(false)
})
