ALTER TABLE "services" ALTER COLUMN "words" SET STATISTICS -1;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "words" SET STATISTICS -1;--> statement-breakpoint
ALTER INDEX "services_keys" ALTER COLUMN 1 SET STATISTICS 300;--> statement-breakpoint
ALTER INDEX "products_keys" ALTER COLUMN 1 SET STATISTICS 300;--> statement-breakpoint
ANALYZE "services";--> statement-breakpoint
ANALYZE "products";
