CREATE TABLE "live_class_changes" (
	"class_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"topics" text[] NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"outline" text DEFAULT '' NOT NULL,
	"speaker" text NOT NULL,
	"speaker_title" text NOT NULL,
	"speaker_about" text DEFAULT '' NOT NULL,
	"figure" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"capacity" integer DEFAULT 0 NOT NULL,
	"replay" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'pending_review' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_class_changes_times" CHECK ("live_class_changes"."ends_at" > "live_class_changes"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "demand_changes" DROP CONSTRAINT "demand_changes_demandId_unique";--> statement-breakpoint
ALTER TABLE "demand_changes" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "demand_changes" ADD PRIMARY KEY ("demand_id");--> statement-breakpoint
ALTER TABLE "live_class_changes" ADD CONSTRAINT "live_class_changes_class_id_live_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_class_changes" ADD CONSTRAINT "live_class_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_class_changes_waiting" ON "live_class_changes" USING btree ("updated_at") WHERE "live_class_changes"."status" = 'pending_review';