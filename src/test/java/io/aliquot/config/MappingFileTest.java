package io.aliquot.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.model.Backend;
import io.aliquot.model.CountSource;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.model.MemoryUnit;
import io.aliquot.model.MigBackend;
import io.aliquot.model.VendorMapping;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MappingFileTest {
    private static final String SMALLEST = """
            vendors:
              - name: acme
                resources: {count: acme.com/gpu}
                backend: {driver: gpu.acme.com, deviceClass: acme, capacities: {memory: memory}}
            """;

    @Test
    void the_built_in_mapping_has_the_names_that_people_write() {
        VendorMapping nvidia = MappingFile.defaults().vendors().getFirst();
        assertEquals("nvidia.com/gpumem", nvidia.resources().get(LegacyKey.MEMORY));
        assertEquals(5, nvidia.resources().size());
        assertEquals(6, nvidia.annotations().size());
        assertEquals(Optional.of("shares"), nvidia.backend().sharesCapacity());
    }

    @Test
    void whatever_is_left_out_has_the_value_of_the_built_in_file() {
        Mapping smallest = valid(SMALLEST);
        assertEquals(MappingFile.defaults().pods(), smallest.pods());
        VendorMapping vendor = smallest.vendors().getFirst();
        VendorMapping nvidia = MappingFile.defaults().vendors().getFirst();
        assertEquals(nvidia.units(), vendor.units());
        assertEquals(nvidia.priorityEnv(), vendor.priorityEnv());
        Backend backend = vendor.backend();
        assertEquals(nvidia.backend().uuidAttribute(), backend.uuidAttribute());
        assertEquals(nvidia.backend().typeAttribute(), backend.typeAttribute());
        assertEquals(nvidia.backend().allShares(), backend.allShares());
    }

    @Test
    void units_are_read_by_name_and_by_number() {
        String units = "    units: {memory: %s, suffixed: bytes, cores: 16, defaultCount: fromCores}\n";
        String withCores = SMALLEST.replace("count: acme.com/gpu", "cores: acme.com/cores");
        assertEquals(new MemoryUnit.Blocks(256), memory(withCores + units.formatted("256")));
        assertEquals(new MemoryUnit.Blocks(1024), memory(withCores + units.formatted("GiB")));
        assertEquals(new MemoryUnit.Bytes(), memory(withCores + units.formatted("bytes")));
        var read =
                valid(withCores + units.formatted("MiB")).vendors().getFirst().units();
        assertEquals(new CountSource.FromCores(), read.count());
        assertEquals(16, read.coresPerCard());
        assertTrue(read.suffixedBytes());
    }

    @Test
    void a_mig_back_end_stands_beside_the_usual_one() {
        MigBackend mig = valid(SMALLEST + """
                    mig:
                      driver: mig.acme.com
                      deviceClass: mig
                      capacities: {memory: memory}
                      profilesMiB: [4864, 9856]
                """).vendors().getFirst().mig().orElseThrow();
        assertEquals(List.of(4864L, 9856L), mig.profilesMib());
        assertEquals("mig.acme.com", mig.backend().driver());
    }

    @Test
    void the_hash_follows_the_meaning_and_nothing_else() {
        String hash = valid(SMALLEST).hash();
        assertTrue(hash.matches("[0-9a-f]{12}"), hash);
        assertEquals(
                hash,
                valid("# a comment\n" + SMALLEST + "    priorityEnv: CUDA_TASK_PRIORITY\n")
                        .hash());
        assertEquals(hash, valid("pods: {hideCards: true}\n" + SMALLEST).hash());
        assertNotEquals(hash, valid("pods: {hideCards: false}\n" + SMALLEST).hash());
        assertNotEquals(
                hash, valid(SMALLEST.replace("acme.com/gpu", "acme.com/gpus")).hash());
    }

    @Test
    void json_is_accepted_too() {
        valid("""
                {"vendors": [{"name": "acme", "resources": {"memory": "acme.com/mem"},
                  "backend": {"driver": "gpu.acme.com", "deviceClass": "acme", "capacities": {"memory": "memory"}}}]}
                """);
    }

    private static MemoryUnit memory(String yaml) {
        return valid(yaml).vendors().getFirst().units().memory();
    }

    static Mapping valid(String yaml) {
        MappingResult result = MappingFile.parse(yaml);
        return assertInstanceOf(MappingResult.Valid.class, result, result::toString)
                .mapping();
    }
}
