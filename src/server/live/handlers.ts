import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { classBook, ownClass, ownClasses, classFavourite } from './classes/own-classes.ts'
import { classDetail, classes } from './classes/classes.ts'
import { awardClaim, awards, awardShip, awardSign, managedAwards } from './draw/awards.ts'
import { drawEntriesList, drawOwn, drawWinners, drawTake } from './draw/draws.ts'
import { drawRound, drawRoundsList, roundSave } from './draw/rounds.ts'
import { classChangeDelete, classSave, classUpdate } from './hosting/class-save.ts'
import { classCancel, classFeature, classReview, classReviews, hostedClasses } from './hosting/hosted-classes.ts'
import { scores } from './scores.ts'
import { questionAnswer, questionHide, classQuestions, questionAsk } from './watching/questions.ts'
import { watchBeat } from './watching/watch-beat.ts'

export const liveHandlers = {
  classes,
  class: classDetail,
  ownClass,
  classBook,
  classFavourite,
  ownClasses,
  watchBeat,
  classQuestions,
  questionAsk,
  questionAnswer,
  questionHide,
  scores,
  hostedClasses,
  classSave,
  classUpdate,
  classChangeDelete,
  classCancel,
  classReviews,
  classReview,
  classFeature,
  drawRounds: drawRoundsList,
  drawRound,
  drawWinners,
  drawEntries: drawEntriesList,
  drawOwn,
  drawTake,
  roundSave,
  awards,
  awardClaim,
  awardSign,
  managedAwards,
  awardShip,
} satisfies Handlers<Contract['live']>
