CREATE TABLE "search_sightings" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"term" text NOT NULL,
	"day" date NOT NULL,
	"who" text NOT NULL,
	CONSTRAINT "search_sightings_kind_key_day_who_pk" PRIMARY KEY("kind","key","day","who")
);
--> statement-breakpoint
CREATE INDEX "search_sightings_day" ON "search_sightings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "search_terms_near" ON "search_terms" USING gin ("pinyin" gin_trgm_ops);