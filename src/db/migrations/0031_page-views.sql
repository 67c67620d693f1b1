CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"area" text NOT NULL,
	"path" text NOT NULL,
	"referrer" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_area_path_referrer_pk" PRIMARY KEY("day","area","path","referrer")
);
