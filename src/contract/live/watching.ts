import { z } from 'zod'
import { questionLength } from '../../domain/live/question-rules.ts'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, optionalText, text } from '../fields.ts'

const question = z.object({
  questionId: id,
  /** Asked by the caller. Nobody learns who asked another one's. */
  mine: z.boolean(),
  text: z.string(),
  /** Empty until its host answers. */
  answer: z.string(),
  answeredAt: moment.nullable(),
  /** Only its host is shown hidden ones. */
  hidden: z.boolean(),
  askedAt: moment,
})
export type ClassQuestion = z.output<typeof question>

/** Calls of our own: watching measured on the server, and questions while a class is on. */
export const watchingCalls = {
  watchBeat: call({
    path: '/live/watch/beat',
    ours: true,
    summary: '播放器每 10 秒报告一次；时长按服务器时钟计，多个窗口只计一个',
    access: user,
    input: z.object({
      classId: id,
      /** Made by the tab when it begins to play. */
      tab: z.uuid(),
      /** False when it pauses or leaves: what was played until now counts, then another tab may. */
      playing: z.boolean(),
    }),
    output: z.object({
      /** False while another tab of this person counts. */
      counting: z.boolean(),
      seconds: z.int(),
      /** Points that this class has given, and all that the person has. */
      points: z.int(),
      balance: z.int(),
      /** Points given by this very call. */
      gained: z.int(),
    }),
    failures: ['classNotOn'],
    perMinute: 60,
  }),
  classQuestions: call({
    path: '/live/question/list',
    ours: true,
    summary: '课堂提问，新的在前，最多 50 条',
    access: everyone,
    input: z.object({ classId: id }),
    output: z.array(question),
  }),
  questionAsk: call({
    path: '/live/question/save',
    ours: true,
    summary: '在课堂提问，所有观看者可见',
    access: user,
    input: z.object({ classId: id, text: text(questionLength.question) }),
    output: z.object({ questionId: id }),
    failures: ['questionsClosed', 'classQuestionsFull'],
    idempotent: true,
    perMinute: 6,
  }),
  questionAnswer: call({
    path: '/live/question/answer',
    ours: true,
    summary: '主讲方或平台解答课堂提问；留空即撤下解答',
    access: user,
    input: z.object({ questionId: id, answer: optionalText(questionLength.answer) }),
    output: z.object({}),
    logs: '解答课堂提问',
  }),
  questionHide: call({
    path: '/live/question/hide',
    ours: true,
    summary: '主讲方或平台隐藏课堂提问，或重新显示',
    access: user,
    input: z.object({ questionId: id, hidden: z.boolean() }),
    output: z.object({}),
    logs: '隐藏或显示课堂提问',
  }),
}
