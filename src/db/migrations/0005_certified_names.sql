ALTER TABLE "companies" DROP CONSTRAINT "companies_name_unique";--> statement-breakpoint
DROP INDEX "companies_name_key";--> statement-breakpoint
CREATE INDEX "companies_name" ON "companies" USING btree (lower(regexp_replace(normalize("name", NFKC), '\s', '', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "companies_certified_name" ON "companies" USING btree (lower(regexp_replace(normalize("name", NFKC), '\s', '', 'g'))) WHERE "companies"."certification" in ('approved', 'expired');