CREATE TABLE "upload_parts" (
	"user_id" integer NOT NULL,
	"upload_id" text NOT NULL,
	"at" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_parts_user_id_upload_id_at_pk" PRIMARY KEY("user_id","upload_id","at")
);
--> statement-breakpoint
CREATE INDEX "upload_parts_created" ON "upload_parts" USING btree ("created_at");