import { dateTime } from '../time.ts'
import { classKindLabels, classTopicLabels, type ClassFigure, type ClassKind, type ClassTopic } from './classes.ts'

/** Class content entered by the host. */
export interface ClassContent {
  readonly kind: ClassKind
  readonly topics: readonly ClassTopic[]
  readonly title: string
  readonly summary: string
  readonly outline: string
  readonly speaker: string
  readonly speakerTitle: string
  readonly speakerAbout: string
  readonly figure: ClassFigure
  readonly startsAt: string
  readonly endsAt: string
  /** 0 = without limit. */
  readonly capacity: number
  readonly replay: boolean
}

/** One part of a class for display; for the cover its name. */
export interface ClassPart {
  readonly label: string
  readonly value: string
  readonly isFigure?: true
}

/** Parts of a class in a fixed order. */
export const classParts = (of: ClassContent): readonly ClassPart[] => [
  { label: '课程', value: of.title },
  { label: '类型', value: classKindLabels[of.kind] },
  { label: '分类', value: of.topics.map((topic) => classTopicLabels[topic]).join('、') },
  { label: '时间', value: `${dateTime(of.startsAt)} 至 ${dateTime(of.endsAt)}` },
  { label: '预约名额', value: of.capacity === 0 ? '不限' : `${of.capacity} 人` },
  { label: '回放', value: of.replay ? '保留' : '不保留' },
  { label: '主讲人', value: `${of.speaker}，${of.speakerTitle}` },
  { label: '主讲人介绍', value: of.speakerAbout },
  { label: '简介', value: of.summary },
  { label: '课程内容', value: of.outline },
  { label: '封面', value: of.figure, isFigure: true },
]

/** A changed part with its previous value. */
export interface ChangedPart extends ClassPart {
  readonly before: string
}

/** Parts of a class that differ after a change. */
export function changedParts(before: ClassContent, after: ClassContent): readonly ChangedPart[] {
  const was = classParts(before)
  return classParts(after).flatMap((part, place) => {
    const old = was[place]?.value ?? ''
    return old === part.value ? [] : [{ ...part, before: old }]
  })
}

/** Labels of the changed parts; '' without changes. */
export const describeClassChanges = (before: ClassContent, after: ClassContent): string =>
  changedParts(before, after)
    .map(({ label }) => label)
    .join('、')
